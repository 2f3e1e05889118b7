// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderPage } from '#test/render-page.tsx'
import { BrawlerPage } from './BrawlerPage.tsx'
import { MapPage } from './MapPage.tsx'
import { MetaPage } from './MetaPage.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const RATED = {
  ...{ picks: 296, wins: 135, losses: 96, draws: 4, rate: 57.4, low: 52.6, high: 65.2, sample: 'enough' },
  ...{ corrected: 59, prior_weight: 50, pick_rate: 1.2, stars_per_win: 0.27, change: 1.5, places: null },
}
const NAMED = { brawler_id: 16000015, brawler_name: 'PIPER' }
const SINCE = { since: '2026-05-11', last_updated: '2026-06-03T12:00:00.000Z', stale: false, needed: 50 }
const META = {
  ...{ family: 'ladder', mode: null, event_id: null, map: null, bin: null, weeks: 4, ...SINCE, enough: true },
  ...{
    battles: 4635,
    picks: 27_810,
    modes: [{ mode: 'knockout', battles: 4635 }],
    brawlers: [{ ...NAMED, tier: 'S', ...RATED }],
  },
}
const BRAWLER = {
  ...{ ...NAMED, family: 'ladder', bin: null, weeks: 4, ...SINCE, enough: true, overall: null },
  ...{ by_mode: [], by_map: [], trend: [], players_since: '2026-04-01', players: [] },
}

test('too few battles are told as such', async () => {
  renderPage(<MetaPage raw={{}} />, { '/api/analytics/meta': { ...META, enough: false, battles: 3, picks: 18 } })
  expect(await screen.findByText('Not enough battles yet: 3 of 50')).toBeTruthy()
})

test('a failure says why, and another try shows the last battles, which are late', async () => {
  const answers: Record<string, object | number> = { '/api/analytics/meta': 400 }
  renderPage(<MetaPage raw={{}} />, answers)
  expect(await screen.findByText('Failed to load the brawlers')).toBeTruthy()
  expect(screen.getByText('The server says 400.')).toBeTruthy()
  answers['/api/analytics/meta'] = { ...META, stale: true }
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByRole('rowheader', { name: /Piper/ })).toBeTruthy()
  expect(screen.getByText('Battles since then have not come in yet.')).toBeTruthy()
})

test('a map that is over while the page is open is no longer among those that can be played', async () => {
  const map = (event_id: number, name: string, until: number) => {
    return { event_id, map: name, mode: 'bounty', battles: 60, best: [], until: new Date(until).toISOString() }
  }
  const maps = [map(1, 'Hideout', Date.now() - 1000), map(2, 'Sneaky Fields', Date.now() + 3_600_000)]
  renderPage(<MetaPage raw={{ tab: 'maps' }} />, { '/api/analytics/maps': { ...SINCE, maps } })
  const playable = await screen.findByRole('region', { name: 'Playable now' })
  expect(playable.textContent).toContain('Sneaky Fields')
  expect(playable.textContent).not.toContain('Hideout')
  expect(screen.getByText('1 map not in rotation')).toBeTruthy()
})

test('without pictures the best brawlers of a map are bold, and their rates are not', async () => {
  const map = {
    event_id: 1,
    map: 'Hideout',
    mode: 'bounty',
    battles: 60,
    until: new Date(Date.now() + 1e7).toISOString(),
  }
  const best = [{ ...NAMED, rate: 57, top_half: null }]
  renderPage(<MetaPage raw={{ tab: 'maps' }} />, { '/api/analytics/maps': { ...SINCE, maps: [{ ...map, best }] } })
  expect((await screen.findByText('Piper')).closest('.font-semibold')).not.toBe(null)
  expect(screen.getByText('57%').closest('.font-semibold')).toBe(null)
})

const onMap = (event_id: number, map: string, rate: number | null) => ({
  event_id,
  map,
  mode: 'bounty',
  ...RATED,
  rate,
})

function showPiper(by_map: object[]) {
  renderPage(<BrawlerPage id={16000015} raw={{}} />, {
    '/api/analytics/meta/brawler/16000015': { ...BRAWLER, overall: RATED, by_map },
  })
}

test.each([
  // Of 231 battles and 50 more a range reaches 5.8 points to both sides.
  [58.4, 41.6, 'Strong on Hideout (58%), weak on Snake Prairie (42%).'],
  [58.4, 45.6, 'Strong on Hideout (58%).'],
  [54.4, 41.6, 'Weak on Snake Prairie (42%).'],
  [54.4, 45.6, 'No map stands out yet.'],
])('of maps with %d and %d percent of wins a brawler says what is sure: %s', async (high, low, sentence) => {
  showPiper([onMap(1, 'Hideout', high), onMap(2, 'Snake Prairie', low)])
  await screen.findByRole('rowheader', { name: /Hideout/ })
  expect(screen.getByText((_, element) => element?.tagName === 'P' && element.textContent === sentence)).toBeTruthy()
})

test('the maps of a brawler go from the best to the worst, those without a rate on demand', async () => {
  const rates = [48, 60, 52, 41, 55, 50, 57, 44, 46, 53, 59, 51]
  showPiper([...rates.map((rate, place) => onMap(place + 1, `Map of ${rate}`, rate)), onMap(99, 'Unrated', null)])
  const table = await screen.findByRole('table', { name: 'Where to play it, where not' })
  const names = () => [...table.querySelectorAll('tbody th bdi')].map(({ textContent }) => textContent)
  expect(names()).toEqual([60, 59, 57, 46, 44, 41].map((rate) => `Map of ${rate}`))
  fireEvent.click(screen.getByRole('button', { name: 'All 13' }))
  expect(names()).toHaveLength(13)
  expect(names().at(-1)).toBe('Unrated')
})

test('of two brawlers whose ranges begin at the same number, the one with the higher rate comes first, in tiers too', async () => {
  const row = (id: number, name: string, rate: number, low: number) => ({
    ...{ brawler_id: id, brawler_name: name, tier: 'S', ...RATED, rate, low },
  })
  const brawlers = [row(1, 'BUZZ', 53.4, 50.2), row(2, 'BOLT', 53.6, 50)]
  renderPage(<MetaPage raw={{}} />, { '/api/analytics/meta': { ...META, brawlers } })
  const [first] = await screen.findAllByRole('rowheader')
  expect(first?.textContent).toBe('1BOBolt')
  // They are told by their ranges, and not by their rates.
  expect(screen.getByRole('region', { name: 'Tiers' }).textContent).toMatch(
    /^(?!.*5[34]%).*Bolt, between 48% and 59%.*Buzz, between 48% and 59%/,
  )
})

const MAP = { ...META, event_id: 15000053, map: 'Hideout' }
const won = (id: number, name: string, rate: number) => ({
  ...{ brawler_id: id, brawler_name: name, tier: 'S', ...RATED, rate },
})

/** The names in the table of brawlers. */
const names = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent)

function showMap(brawlers: object[]) {
  renderPage(<MapPage id={15000053} raw={{}} />, {
    '/api/analytics/meta': { ...MAP, brawlers },
    '/api/analytics/maps': { ...SINCE, maps: [] },
  })
}

test('a map begins with its three best, whose rates can be asked, and its table goes on with the fourth', async () => {
  const others = [52, 51, 50, 49, 48, 47, 46].map((rate, place) => won(place + 4, `BULL ${place}`, rate))
  showMap([won(1, 'BUZZ', 58), won(2, 'BOLT', 53.6), won(3, 'COLT', 55), ...others])
  const heading = await screen.findByRole('heading', { level: 2, name: 'Best brawlers' })
  const best = heading.closest('section') as HTMLElement
  const figures = [...best.querySelectorAll('li')].map((one) => [...one.querySelectorAll('bdi, b, li > p')])
  expect(figures.map((one) => one.map(({ textContent }) => textContent))).toEqual([
    ['Buzz', '58%', '52 to 64%', '235 battles'],
    ['Colt', '55%', '49 to 61%', '235 battles'],
    ['Bolt', '54%', '48 to 59%', '235 battles'],
  ])
  expect(within(best).getByRole('button', { name: 'What is Win rate of a brawler: Colt?' })).toBeTruthy()
  await screen.findByRole('table', { name: 'Brawlers' })
  expect(names().map((name) => name?.[0])).toEqual(['4', '5', '6', '7', '8', '9'])
  fireEvent.click(screen.getByRole('button', { name: 'All 10' }))
  expect(names()).toHaveLength(10)
  expect(names()[0]).toContain('Buzz')
  fireEvent.click(screen.getByRole('button', { name: 'First 9' }))
  expect(names()).toHaveLength(6)
})

test('a table says how it is ordered until it is sorted by something else', async () => {
  showMap([won(1, 'BUZZ', 58), won(2, 'BOLT', 53.6), won(3, 'COLT', 55)])
  const isSaid = () => screen.getByText('In order of the low end of the range.').closest('.invisible') === null
  await screen.findByRole('table', { name: 'Brawlers' })
  expect(isSaid()).toBe(true)
  fireEvent.click(screen.getByRole('button', { name: 'Brawler' }))
  expect(isSaid()).toBe(false)
  expect(names().map((name) => name?.slice(3))).toEqual(['Bolt', 'Buzz', 'Colt'])
})

test.each([
  ['a map', () => showMap([won(1, 'BUZZ', 58), won(2, 'BOLT', 53.6)])],
  [
    'brawlers without tiers',
    () => {
      const brawlers = [{ ...won(1, 'BUZZ', 58), tier: null }]
      renderPage(<MetaPage raw={{}} />, { '/api/analytics/meta': { ...META, brawlers } })
    },
  ],
])('%s of whom fewer than three win more than half have no podium: the table names them', async (_what, show) => {
  show()
  await screen.findByRole('table', { name: 'Brawlers' })
  expect(names()[0]).toContain('Buzz')
  expect(screen.queryByText('Best brawlers')).toBeNull()
})

test.each([
  [19, 'unsure'],
  [99, 'fairly sure'],
])('a rate of %d battles is called %s', async (_battles, word) => {
  const sample = word === 'unsure' ? 'few' : 'building'
  renderPage(<MetaPage raw={{}} />, {
    '/api/analytics/meta': { ...META, brawlers: [{ ...NAMED, tier: null, ...RATED, sample }] },
  })
  expect(await screen.findByText(`52 to 63%, ${word}`)).toBeTruthy()
})

/** A page whose battles can be changed as its filters change the address. */
function Filtered({ page: Page, id }: { page: typeof MapPage; id: number }) {
  const [raw, setRaw] = useState({})
  return (
    <>
      <Page id={id} raw={raw} />
      <button type="button" onClick={() => setRaw({ family: 'ranked' })}>
        Other battles
      </button>
    </>
  )
}

test.each([
  ['a brawler', <Filtered key="brawler" page={BrawlerPage} id={16000015} />, 'Pick rate'],
  ['a map', <Filtered key="map" page={MapPage} id={15000053} />, 'Best brawlers'],
])('the first panel of %s is dim while the answer about other battles is awaited', async (_what, page, said) => {
  const answers: Record<string, object> = {
    '/api/analytics/meta/brawler/16000015': { ...BRAWLER, tier: 'S', overall: RATED },
    '/api/analytics/meta': { ...MAP, brawlers: [won(1, 'BUZZ', 58), won(2, 'BOLT', 53.6), won(3, 'COLT', 55)] },
    '/api/analytics/maps': { ...SINCE, maps: [] },
  }
  renderPage(page, answers)
  const isBusy = () => screen.getByText(said).closest('[aria-busy]')?.getAttribute('aria-busy')
  await screen.findByText(said)
  expect(isBusy()).toBe('false')
  for (const path of Object.keys(answers)) answers[path] = new Promise(() => {})
  fireEvent.click(screen.getByRole('button', { name: 'Other battles' }))
  expect(isBusy()).toBe('true')
})

test.each([
  ['none of the newest 8 has a rate', 12, [0, 1, 2, 3], 0],
  ['the first of the newest 8 have none', 12, [3, 7, 9], 5],
  ['all have one', 12, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], 8],
])('week by week, where %s, begins with the first rate', async (_story, count, ratedWeeks, shown) => {
  const trend = Array.from({ length: count }, (_, place) => {
    const week = new Date(Date.UTC(2026, 2, 16 + 7 * place)).toISOString().slice(0, 10)
    return { ...RATED, week, rate: ratedWeeks.includes(place) ? RATED.rate : null }
  })
  const answer = { ...BRAWLER, enough: true, overall: RATED, trend }
  renderPage(<BrawlerPage id={16000015} raw={{}} />, { '/api/analytics/meta/brawler/16000015': answer })
  const card = (await screen.findByRole('heading', { name: 'Win rate by week' })).closest('section')
  expect(card?.querySelectorAll('tbody td').length).toBe(shown)
  expect(card?.textContent?.includes('Too few battles')).toBe(shown === 0)
})

test('the page of a brawler with a tier tells it, and how many brawlers each tier has', async () => {
  const answer = { ...BRAWLER, tier: 'S', overall: RATED }
  renderPage(<BrawlerPage id={16000015} raw={{}} />, { '/api/analytics/meta/brawler/16000015': answer })
  expect((await screen.findByText(/^Tiers/)).textContent).toBe('Tiers S')
  expect(screen.getByText(/^Of 100 brawlers/)).toBeTruthy()
})

test('the page of a brawler without a tier has no scale of tiers', async () => {
  const answer = { ...BRAWLER, tier: null, overall: RATED }
  renderPage(<BrawlerPage id={16000015} raw={{}} />, { '/api/analytics/meta/brawler/16000015': answer })
  await screen.findByText('Pick rate')
  expect(screen.queryByText(/^Of 100 brawlers/)).toBeNull()
})

test('a brawler with too few battles for a rate begins with what it won and lost', async () => {
  const overall = { ...RATED, picks: 9, wins: 2, losses: 7, draws: 0, rate: null, low: null, high: null, change: null }
  renderPage(<BrawlerPage id={16000015} raw={{}} />, {
    '/api/analytics/meta/brawler/16000015': { ...BRAWLER, overall },
  })
  expect(await screen.findByText('2 won, 7 lost')).toBeTruthy()
  expect(screen.getByText('Stars per win')).toBeTruthy()
})

test('the first figures of a brawler tell each in words: how sure its rate is, and against what it changed', async () => {
  renderPage(<BrawlerPage id={16000015} raw={{}} />, {
    '/api/analytics/meta/brawler/16000015': { ...BRAWLER, overall: { ...RATED, sample: 'building' } },
  })
  const figures = await screen.findByLabelText('Piper in figures')
  const terms = [...figures.querySelectorAll('dt')].map((term) => term.firstChild?.textContent)
  expect(terms).toEqual(['Win rate', 'Change', 'Pick rate', 'Stars per win'])
  expect(figures.textContent).toContain('52 to 63%, fairly sure')
  expect(figures.textContent).toMatch(/Change.*1\.5 pts.*against the 4 weeks before/)
})

test('each map of a brawler tells of how many battles its rate is, and how sure it is', async () => {
  showPiper([{ ...onMap(1, 'Hideout', 54), sample: 'few', wins: 9, losses: 5, draws: 0 }])
  expect((await screen.findByRole('rowheader', { name: /Hideout/ })).textContent).toContain('14 battles, unsure')
  const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
  expect(heads).toEqual(['Map', 'Win rate'])
})

test('how often a brawler was picked says of how many picks the result is not known', async () => {
  const places = { battles: 20, mean_place: 4, top_half: 58 }
  renderPage(<BrawlerPage id={16000015} raw={{}} />, {
    '/api/analytics/meta/brawler/16000015': { ...BRAWLER, overall: { ...RATED, places } },
  })
  // 135 won, 96 lost, 4 drawn and 20 showdowns of 296.
  expect(await screen.findByText('296 times, 41 without a known result')).toBeTruthy()
})

test('a brawler that nobody played often enough says so', async () => {
  renderPage(<BrawlerPage id={16000015} raw={{}} />, { '/api/analytics/meta/brawler/16000015': BRAWLER })
  expect(await screen.findByText(/Nobody was seen with Piper in these battles/)).toBeTruthy()
  expect(await screen.findByText(/Nobody has 20 battles with it yet/)).toBeTruthy()
  expect(screen.getByText('Only battles against people count.')).toBeTruthy()
})

test.each([
  ['brawler', <BrawlerPage key="brawler" id={16000999} raw={{}} />, 'All brawlers', '/meta'],
  ['map', <MapPage key="map" id={15000999} raw={{}} />, 'All maps', '/meta?tab=maps'],
])('the address of a %s that does not exist says so, and leads to all of them', async (what, page, all, to) => {
  renderPage(page, {})
  expect(await screen.findByRole('heading', { level: 1, name: `There is no such ${what}` })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull()
  expect(screen.getByRole('link', { name: all }).getAttribute('href')).toBe(to)
})
