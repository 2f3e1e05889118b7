import { expect, it } from 'vitest'
import { EXAMPLE_PLAYER_TAG } from '#demo/world/landmarks.ts'
import { HOUR_MS } from '#shared/days.ts'
import { tagInPath } from '#shared/tag.ts'
import { answering, shows, visitSite } from './visitor.ts'

const visitor = visitSite(390)
const PLAYER = `/player/${tagInPath(EXAMPLE_PLAYER_TAG)}`
/** What the browser's bars leave of a phone's screen. */
const SCREEN = 844

const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString()
const advised = (brawler_id: number, brawler_name: string, share: number) => ({
  ...{ brawler_id, brawler_name, power: 11, trophies: 900, share, low: share - 12, high: share + 12, mean_place: null },
  ...{ own: { battles: 18, won: 12, map_battles: 18, map_won: 12 }, others: { share: 54, battles: 400, of: 'map' } },
})
const ADVICE = {
  ...{ tag: EXAMPLE_PLAYER_TAG, name: 'Lucky Otter', last_updated: inHours(0), stale: false, days: 90, min_power: 7 },
  ...{ owned: 95, fit: 60, ranked: [] },
  events: [
    { event_id: 1, map: 'Sneaky Fields', mode: 'brawlBall', ends_at: inHours(2.6), counts: 'wins' },
    { event_id: 2, map: 'Hideout', mode: 'bounty', ends_at: inHours(7), counts: 'wins' },
  ].map((map, place) => ({ ...map, best: [advised(16_000_015 + place, place === 0 ? 'PIPER' : 'PAM', 62 - place)] })),
}

it('a guest says "this is me" and has clubs that fit in two taps; the evening after, the brawler to start is on the first screen', async () => {
  const page = await visitor.stranger(PLAYER)
  await answering(page, '/analytics/player/*/play-now', 200, ADVICE)
  await page.getByRole('button', { name: 'This is me' }).click()
  await page.getByRole('link', { name: 'Find a club for me' }).click()
  await page.waitForURL(`**/find?tag=${tagInPath(EXAMPLE_PLAYER_TAG)}`)
  // A site that has just started may not have looked at any club yet.
  await shows(page, /clubs? that (was|were) compared|fit|once a day/)

  await page.goto(`${visitor.url}/`)
  const best = page.getByRole('region', { name: 'Me' }).getByRole('listitem').filter({ hasText: 'Sneaky Fields' })
  await best.filter({ hasText: 'Piper' }).filter({ hasText: 'won 12 of 18, others 54%' }).waitFor()
  expect(await best.innerText()).toMatch(/Sneaky Fields Brawl Ball\s+2 h 3\d min left/)
  await expect
    .poll(async () => {
      const box = await best.boundingBox()
      return box !== null && box.y + box.height < SCREEN
    })
    .toBe(true)
})

it('the menu leads to my player, and the dashboard begins with me until it is taken back', async () => {
  const page = await visitor.stranger(PLAYER)
  await page.getByRole('button', { name: 'This is me' }).click()
  await page.getByRole('link', { name: 'Me', exact: true }).click()
  await page.getByRole('region', { name: 'Me' }).waitFor()
  await page.getByRole('button', { name: 'More' }).click()
  await page
    .getByRole('dialog')
    .getByRole('link', { name: /^My player/ })
    .click()
  await page.waitForURL(`**${PLAYER}`)
  await page.getByRole('button', { name: 'My player' }).click()
  await page.getByRole('link', { name: 'Me', exact: true }).click()
  await page.waitForURL('**/dashboard')
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await page.getByRole('region', { name: 'Me' }).count()).toBe(0)
})
