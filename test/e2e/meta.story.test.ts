import { expect, it } from 'vitest'
import { isWholeRun } from '../how-much.ts'
import { answering, shows, visitSite } from './visitor.ts'

const visitor = visitSite()

const rated = {
  ...{
    picks: 296,
    wins: 135,
    losses: 96,
    draws: 4,
    rate: 57.4,
    low: 52.6,
    high: 65.2,
    sample: 'enough',
    corrected: 59,
  },
  ...{ prior_weight: 50, pick_rate: 1.2, stars_per_win: 0.27, change: 1.5, places: null },
}
const few = { ...rated, picks: 8, wins: 6, losses: 2, rate: null, low: null, high: null, sample: 'none', corrected: 61 }
const META = {
  ...{ family: 'ladder', mode: 'knockout', event_id: 15000053, map: "Belle's Rock", bin: null, weeks: 4 },
  ...{ since: '2026-05-11', last_updated: '2026-06-03T12:00:00.000Z', stale: false, enough: true, needed: 50 },
  ...{ battles: 4635, picks: 27_810, modes: [{ mode: 'knockout', battles: 4635 }] },
  brawlers: [
    { brawler_id: 16000015, brawler_name: 'PIPER', tier: 'S', ...rated },
    { brawler_id: 16000001, brawler_name: 'COLT', tier: null, ...few },
  ],
}
const MAPS = {
  ...{ last_updated: '2026-06-03T12:00:00.000Z', stale: false },
  maps: [
    {
      ...{
        event_id: 15000053,
        map: "Belle's Rock",
        mode: 'knockout',
        battles: 4635,
        until: '2096-06-04T12:00:00.000Z',
      },
      best: [{ brawler_id: 16000015, brawler_name: 'PIPER', picks: 296, rate: 57.4, top_half: null }],
    },
    { event_id: 15000005, map: null, mode: 'bounty', battles: 3, until: null, best: [] },
  ],
}

it.each(isWholeRun ? [1280, 390] : [390])(
  'a visitor finds the best brawlers of a map that can be played now (%i px)',
  async (width) => {
    const page = await visitor.stranger('/', { width })
    await answering(page, '/analytics/maps*', 200, MAPS)
    await answering(page, '/analytics/meta*', 200, META)
    await page.getByRole('button', { name: /^(Menu|More)$/ }).click()
    await page.getByRole('dialog').getByRole('link', { name: 'Brawlers & Maps' }).click()
    await page.waitForURL('**/meta')
    await page.getByRole('tab', { name: 'Maps' }).click()
    await page.waitForURL('**/meta?tab=maps')
    await shows(page, 'Playable now', 'Piper', '57%')
    await page.getByText('1 map not in rotation').click()
    await shows(page, 'Map 15000005', 'Too few battles')
    await page.getByRole('button', { name: 'What is Win rate of a brawler?' }).click()
    await shows(page, 'Of 100 battles, those that an average player wins with it.')
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: "Belle's Rock" }).click()
    await page.waitForURL('**/meta/map/15000053')
    await page.getByRole('heading', { level: 1, name: "Belle's Rock" }).waitFor()
    await shows(page, 'Knockout', '4,635 battles since', '57%', '6 won, 2 lost')
    const table = page.getByRole('table', { name: 'Brawlers' })
    expect(await table.getByRole('rowheader').first().textContent()).toContain('Piper')
    await table
      .getByRole('button', { name: /^What is Win rate/ })
      .first()
      .click()
    await shows(page, '135 and 96', '59%', '50 more battles', '52 to 63%')
    await page.keyboard.press('Escape')
    const asked = page.waitForRequest(
      (request) => request.url().includes('event_id=15000053') && request.url().includes('bin=1000'),
    )
    if (width === 390) await page.getByRole('button', { name: 'Filters' }).click()
    await page.getByLabel('Brawler’s trophies').filter({ visible: true }).selectOption('1000')
    await asked
    if (width === 390) await page.getByRole('button', { name: 'Show results' }).click()
    await page.waitForURL('**/meta/map/15000053?bin=1000')
    await page.getByRole('link', { name: 'All maps' }).click()
    await page.waitForURL('**/meta?tab=maps')
  },
)

const BRAWLER = {
  ...{ brawler_id: 16000015, brawler_name: 'PIPER', family: 'ladder', bin: null, weeks: 4, since: '2026-05-11' },
  ...{ last_updated: '2026-06-03T12:00:00.000Z', stale: false, enough: true, needed: 50, overall: rated },
  ...{
    by_mode: [{ mode: 'knockout', ...rated }],
    by_map: [],
    trend: [{ week: '2026-06-01', ...rated }],
    players_since: '2026-04-01',
  },
  players: [
    {
      ...{
        tag: '#2PPPPPPP',
        name: 'Ada',
        battles: 52,
        wins: 40,
        losses: 10,
        draws: 2,
        rate: 71.9,
        low: 61,
        high: 82.9,
      },
      ...{ sample: 'building', prior: 55.6, prior_weight: 25 },
    },
  ],
}

it.each(isWholeRun ? [1280, 390] : [1280])(
  'a visitor sees who plays a brawler best, and how that is counted (%i px)',
  async (width) => {
    const page = await visitor.stranger('/', { width })
    await answering(page, '/analytics/meta/brawler/*', 200, BRAWLER)
    await page.goto(`${visitor.url}/meta/brawler/16000015`)
    await page.getByRole('button', { name: 'What is Win rate of a brawler: Piper, week of Jun 1?' }).click()
    await shows(page, '135 and 96', '50 more battles')
    await page.keyboard.press('Escape')
    const best = page.getByRole('region', { name: 'Who plays it best' })
    await best.hover()
    expect(await best.getByRole('link', { name: 'Ada' }).getAttribute('href')).toBe('/player/2PPPPPPP')
    await shows(page, /^Trophies, all trophies, against people, since /, '72%', '62 to 82%, fairly sure')
    await best.getByRole('button', { name: /^What is Win rate.*Ada/ }).click()
    await shows(page, 'Usual rate', '56%', '25 battles', '61.8 to 82.0%')
  },
)
