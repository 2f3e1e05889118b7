import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { EXAMPLE_CLUB_TAG, EXAMPLE_PLAYER_TAG } from '#demo/world/landmarks.ts'
import { shiftToZone, spanText, weekdayName } from '#shared/week-hours.ts'
import { CLUB_BATTLES, LISTED, PLAYER_BATTLES, rated } from '#test/battle-answers.ts'
import { answering, shows, visitSite } from './visitor.ts'

const visitor = visitSite(1280)
const PLAYER = `/player/${EXAMPLE_PLAYER_TAG.slice(1)}`
const CLUB = `/club/${EXAMPLE_CLUB_TAG.slice(1)}`
const BATTLES = `/analytics${PLAYER}/battles?*`

const section = (page: Page, name: string | RegExp) => page.getByRole('region', { name })
const rateIn = async (page: Page) => {
  const text = await page
    .getByLabel('Battles in figures')
    .getByText(/^\d+%$/)
    .innerText()
  return Number.parseInt(text, 10)
}

/** The player's answer with other totals once all battles are asked for: bots are beaten far more often. */
async function withBots(page: Page): Promise<void> {
  await answering(page, BATTLES, 200, PLAYER_BATTLES)
  await page.route(`**/api/analytics${PLAYER}/battles?*lobby=all*`, (route) =>
    route.fulfill({
      json: { ...PLAYER_BATTLES, lobby: 'all', totals: { ...PLAYER_BATTLES.totals, ...rated(123, 79, 2) } },
    }),
  )
}

it('a player sees that they win with Piper in Knockout, and that the rate rises with battles against bots', async () => {
  const page = await visitor.at()
  await withBots(page)
  await visitor.at(PLAYER)
  await page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'Battles' }).click()
  await shows(page, 'Strongest with Piper in Knockout:')
  const before = await rateIn(page)
  const asked = page.waitForRequest('**/battles?*lobby=all*')
  await page.getByRole('radio', { name: 'All battles' }).check()
  await asked
  await expect.poll(() => rateIn(page)).toBeGreaterThan(before)
  await page.waitForURL('**?lobby=all')
  await shows(page, '22 probably against bots, counted')
})

it('every rate tells how it came about, and the strip of results is read with the keyboard', async () => {
  const page = await visitor.at()
  await withBots(page)
  await visitor.at(PLAYER)
  await section(page, 'Battles').getByText('Modes · Brawlers').click()
  await section(page, 'Battles').getByRole('button', { name: 'What is Win rate: Knockout?' }).click()
  const sheet = page.getByRole('dialog', { name: 'Win rate: Knockout' })
  await sheet.getByText('25 battles').waitFor()
  expect(await sheet.innerText()).toMatch(/Wins\s+71\s+Losses\s+33.*Usual rate\s+54%.*25 battles/s)
  await page.keyboard.press('Escape')
  const strip = page.getByRole('slider', { name: /^Results of the last 10 battles/ })
  await strip.focus()
  await page.keyboard.press('Home')
  await expect.poll(() => strip.getAttribute('aria-valuetext')).toMatch(/Piper in Knockout: lost$/)
})

it('a player opens all battles, with older ones after a press, and who took part', async () => {
  const page = await visitor.at()
  await withBots(page)
  await answering(page, `/browse${PLAYER}/battles*`, 200, LISTED)
  await visitor.at(PLAYER)
  await section(page, 'Battles').getByRole('link', { name: 'All battles' }).click()
  await page.waitForURL(`**${PLAYER}/battles`)
  await page.getByRole('heading', { level: 1, name: 'Battles of Yuki' }).waitFor()
  await page.locator('main summary').first().click()
  await shows(page, 'unnamed player')
  const rows = page.locator('main summary')
  const before = await rows.count()
  await page.getByRole('button', { name: 'Show older' }).click()
  await expect.poll(() => rows.count()).toBe(2 * before)
})

it('a leader sees when the club is online in their own zone, and who plays with whom', async () => {
  const page = await visitor.at()
  await answering(page, `/analytics${CLUB}/battles?*`, 200, CLUB_BATTLES)
  await visitor.at(CLUB)
  await page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'Modes and teams' }).click()
  const offset = await page.evaluate<number>('-new Date().getTimezoneOffset()')
  const { weekday, hour } = shiftToZone({ weekday: 6, hour: 19 }, offset)
  await shows(page, `${weekdayName(weekday)}s`)
  const best = spanText({ weekday, from: hour, to: hour + 1 }, offset)
  expect(await section(page, 'Best hours to meet').innerText()).toContain(best)
  await page.getByText('Who plays with whom').click()
  const pairs = page.getByRole('table', { name: 'Who plays with whom' })
  expect(await pairs.getByRole('row').nth(1).innerText()).toMatch(/Milo\s*Yuki.*44.*\+8 points/s)
})

/** What the section says first of an answer: the demo's world plays at other times every day. */
function firstWords({ totals, coverage, enough, needed }: typeof PLAYER_BATTLES): string {
  const seen = totals.battles + (totals.places?.battles ?? 0)
  if (coverage.since === null && seen === 0) return 'No battle log yet'
  if (!enough) return `${seen} battle${seen === 1 ? '' : 's'} seen; rates need ${needed}.`
  return totals.rate === null ? `${totals.wins} win` : `${totals.wins} of ${totals.wins + totals.losses} won`
}

it('the server’s own answers fill the section, and the list has the battles that it tells', async () => {
  const page = await visitor.at(PLAYER)
  const asked = await fetch(`${visitor.url}/api/analytics${PLAYER}/battles?days=30&family=ladder&lobby=people`)
  expect(asked.status).toBe(200)
  const words = firstWords((await asked.json()) as typeof PLAYER_BATTLES)
  await section(page, 'Battles').getByText(words).filter({ visible: true }).first().waitFor()
  const listed = await fetch(`${visitor.url}/api/browse${PLAYER}/battles`)
  const { battles } = (await listed.json()) as typeof LISTED
  await visitor.at(`${PLAYER}/battles`)
  await page.getByRole('heading', { level: 1, name: /^Battles of / }).waitFor()
  await expect.poll(() => page.locator('main ol > li > details').count()).toBe(battles.length)
})
