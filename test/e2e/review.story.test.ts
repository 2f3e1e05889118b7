import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { EXAMPLE_CLUB_TAG, EXAMPLE_PLAYER_TAG } from '#demo/world/landmarks.ts'
import { DAY_MS, seasonEnds } from '#shared/days.ts'
import { REVIEW_DAYS, SEASON_DAYS } from '#shared/review.ts'
import { findBarriers, viewsAt } from './find-barriers.ts'
import { newVisitor } from './open-browser.ts'
import { signUp } from './sign-up.ts'
import { type Site, startSite } from './start-product.ts'
import { connectBrowser } from './visitor.ts'

const PHONE = 390
const CLUB = EXAMPLE_CLUB_TAG.slice(1)
const CARDS = [
  'Growth',
  'Best day',
  'Most played brawler',
  'Busiest hour',
  'Played most with',
  'Ranked',
  'Among similar players',
]
/** There are too few similar clubs for their card. */
const CARDS_OF_CLUB = ['Growth', 'Best day', 'Most played brawler', 'Busiest hour', 'Most reliable pair']

let site: Site
let browser: Browser
beforeAll(async () => {
  const history = { DEMO_CLUBS: '4', DEMO_HISTORY_DAYS: String(daysOfASeason(new Date())) }
  site = await startSite(history, inject('emptyStore'))
  browser = await connectBrowser()
}, 300_000)
afterAll(async () => {
  await browser?.close()
  await site?.stop()
})

/** Days up to now with which a season has its review: the one that runs, or that before where too little of it has run. */
function daysOfASeason(now: Date): number {
  const [begun = now] = seasonEnds(new Date(now.getTime() - 36 * DAY_MS), now).slice(-1)
  const run = Math.ceil((now.getTime() - begun.getTime()) / DAY_MS)
  const enough = REVIEW_DAYS + 1
  return run > SEASON_DAYS ? enough : enough + run
}

it('a player proves themself on a phone and shares the season, which in the demo nobody else sees', {
  timeout: 120_000,
}, async () => {
  const token = await signUp(site.url, `otter.${crypto.randomUUID().slice(0, 8)}`)
  const { page, complaints } = await newVisitor(browser, PHONE)
  await page.addInitScript({ content: `localStorage.setItem('delphin.token', '${token}')` })
  await page.goto(`${site.url}/desk`)
  await page.getByLabel('Player tag').fill(EXAMPLE_PLAYER_TAG)
  await page.getByRole('button', { name: 'Link this player' }).click()
  const wear = page.getByRole('button', { name: 'Demo: do this step for me' })
  await wear.click()
  await page.getByText('Done').first().waitFor()
  await wear.click()
  await page.getByText('This player is yours.').waitFor()

  await page.getByRole('link', { name: /^Seasons in review/ }).click()
  await page
    .getByRole('link', { name: /^Season of / })
    .first()
    .click()
  const own = page.getByText('This is the demo: what you share here nobody else sees.')
  const takeBack = page.getByRole('button', { name: 'Take it back' })
  await own.or(takeBack).first().waitFor()
  // A try of this story that was broken off has left it shared.
  if (await takeBack.isVisible()) await takeBack.click()
  await own.waitFor()
  const cards = page.getByRole('list', { name: 'Cards' })
  await cards.getByRole('heading', { name: 'Growth' }).waitFor()
  expect(await cards.getByRole('heading').allInnerTexts()).toEqual(CARDS)
  // The story is swiped through; the page itself stays as wide as the phone.
  expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(PHONE)

  await page.getByRole('button', { name: 'Try sharing it' }).click()
  await page.getByText(/^Shared on .* This is the demo: nobody else sees what is shared here/).waitFor()
  const friend = await newVisitor(browser, PHONE)
  await friend.page.goto(page.url())
  await friend.page.getByRole('heading', { name: 'There is no review here' }).waitFor()

  await page.getByRole('button', { name: 'Undo' }).or(takeBack).first().click()
  await own.waitFor()
  expect(complaints).toEqual([])
})

it('a leader shares the season of the club from its desk, which the log tells', { timeout: 120_000 }, async () => {
  const { page, complaints } = await newVisitor(browser)
  await page.goto(`${site.url}/desk/${CLUB}?tab=weeks`)
  await page.getByRole('link', { name: 'Seasons and years in review' }).click()
  const season = page.getByRole('link', { name: /^Season of / }).first()
  const name = /^Season of \w+ \d+/.exec((await season.innerText()).replaceAll('\n', ' '))?.[0] ?? ''
  await season.click()
  await page.getByRole('button', { name: 'Try sharing it' }).click()
  await page.getByText(/^Shared on .*: nobody else sees what is shared here/).waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('This desk is a trial: what you share here nobody else sees.').waitFor()
  await page.goto(`${site.url}/desk/${CLUB}?tab=log`)
  await page.getByText(name).first().waitFor()
  expect(complaints).toEqual([])
})

it('home leads newcomers to a shared season of the example club', async () => {
  const { page, complaints } = await newVisitor(browser, PHONE)
  await page.goto(site.url)
  await page.getByRole('link', { name: /^A season in cards/ }).click()
  await page.getByRole('list', { name: 'Cards' }).getByRole('heading', { name: 'Growth' }).waitFor()
  expect(complaints).toEqual([])
})

it('a review has no barrier', { timeout: 120_000 }, async () => {
  const { page } = await newVisitor(browser, PHONE)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(`${site.url}/club/${CLUB}/review`)
  await page
    .getByRole('link', { name: /^Season of / })
    .first()
    .click()
  const cards = page.getByRole('list', { name: 'Cards' }).getByRole('heading')
  await cards.first().waitFor()
  expect(await cards.allInnerTexts()).toEqual(CARDS_OF_CLUB)
  expect(await findBarriers(page, viewsAt(0), 'a review')).toEqual([])
})
