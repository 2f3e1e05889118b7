import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { EXAMPLE_CLUB_TAG, EXAMPLE_PLAYER_TAG, PLAYER_TAG_BEGINNING_WITH_2 } from '#demo/world/landmarks.ts'
import { DAY_MS } from '#shared/days.ts'
import { PAGES } from '#shared/pages.ts'
import { tagInPath } from '#shared/tag.ts'
import { pageAddress } from '../page-addresses.ts'
import { newContext } from './open-browser.ts'
import { signUp } from './sign-up.ts'
import { connectBrowser } from './visitor.ts'

const THEMES = ['default', 'light', 'dark'] as const
const WIDTHS = [390, 1280] as const
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

const [CLUB, PLAYER] = [tagInPath(EXAMPLE_CLUB_TAG), tagInPath(EXAMPLE_PLAYER_TAG)]
const UNKNOWN_CLUB = '2PPPPPPPP'

/** Every page. A search gets no valid tag, for a guest has few searches. */
const EXAMPLES = { club: EXAMPLE_CLUB_TAG, player: EXAMPLE_PLAYER_TAG, id: '16000000' }
const EVERY_PAGE = PAGES.filter(({ module }) => module !== null).map((page) => pageAddress(page, EXAMPLES))
const PUBLIC = [
  ...EVERY_PAGE,
  '/browse/players?trophyMin=0&trophyMax=5000',
  '/browse/clubs?entry=open&bar=30000&country=DE',
  `/find?tag=${PLAYER}`,
  '/find?trophies=30000&days=5&hours=18,19,20',
  '/leaderboards?type=brawlers',
  `/compare?type=club&a=${CLUB}&b=${UNKNOWN_CLUB}`,
  `/compare?type=player&a=${PLAYER}&b=${tagInPath(PLAYER_TAG_BEGINNING_WITH_2)}`,
  `/club/${UNKNOWN_CLUB}`,
  '/no-such-page',
  // What a guest of the demo may try.
  ...[
    '?tab=members',
    '?tab=former',
    '?tab=applicants',
    '?tab=weeks',
    '?tab=rules',
    '?tab=log',
    '?tab=staff',
    '?tab=channels',
  ].map((tab) => `/desk/${CLUB}${tab}`),
  '/desk/nonsense',
  '/week/nonsense',
  '/absence#nonsense',
  '/password#nonsense',
  '/unsubscribe#nonsense',
]
/** Pages that look different to a signed-in user. */
const OWN = ['/', '/dashboard', '/desk', `/search/${PLAYER}`]

type AxeResults = Awaited<ReturnType<AxeBuilder['analyze']>>

const site = inject('siteUrl')
let browser: Browser
let token: string

beforeAll(async () => {
  browser = await connectBrowser()
  token = await signUp(site, 'axe.reader')
})
afterAll(() => browser?.close())

it('a guest finds no barrier on any page in any theme at any width', { timeout: 600_000 }, async () => {
  expect(await barriers(PUBLIC, null)).toEqual([])
})

it('a user finds no barrier in any theme at any width', async () => {
  expect(await barriers(OWN, token)).toEqual([])
})

it.each(WIDTHS)('somebody who comes back finds no barrier in what changed and in favourites (%i px)', async (width) => {
  const page = await visit(width, null)
  const tags = { club: EXAMPLE_CLUB_TAG, player: EXAMPLE_PLAYER_TAG }
  const at = new Date(Date.now() - 3 * DAY_MS).toISOString()
  const visits = Object.values(tags).map((tag) => ({ tag, at }))
  const favourites = Object.entries(tags).map(([type, tag]) => ({ type, tag, name: type }))
  for (const [key, kept] of Object.entries({ visits, favourites })) {
    const item = JSON.stringify(JSON.stringify(kept))
    await page.addInitScript({ content: `localStorage.setItem('delphin.${key}', ${item})` })
  }
  const found: string[] = []
  for (const path of [`/club/${CLUB}`, `/player/${PLAYER}`]) {
    await page.goto(site + path)
    await page.getByRole('complementary', { name: 'Since your last visit' }).waitFor()
    found.push(...(await inEveryTheme(page, path)))
  }
  await page.goto(`${site}/dashboard`)
  await page.getByRole('region', { name: 'Favourites' }).getByRole('listitem').nth(1).waitFor()
  found.push(...(await inEveryTheme(page, 'favourites')))
  await page.context().close()
  expect(found).toEqual([])
})

it.each(WIDTHS)('dialogs have no barrier in any theme (%i px)', async (width) => {
  const page = await visit(width, null)
  await page.goto(`${site}/browse/clubs`)
  await page.getByRole('button', { name: 'Menu' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Sign Up' }).waitFor()
  const found = await inEveryTheme(page, 'menu')
  await dialog.getByRole('button', { name: 'Sign Up' }).click()
  await dialog.getByLabel('Username').waitFor()
  found.push(...(await inEveryTheme(page, 'sign up')))
  await page.goto(`${site}/club/${EXAMPLE_CLUB_TAG.slice(1)}`)
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await dialog.getByRole('button', { name: 'Copy for Discord' }).waitFor()
  await dialog.getByText('What is copied for Discord').click()
  found.push(...(await inEveryTheme(page, 'share')))
  await page.context().close()
  expect(found).toEqual([])
})

async function visit(width: number, signedIn: string | null): Promise<Page> {
  const context = await newContext(browser, { viewport: { width, height: 900 }, reducedMotion: 'reduce' })
  if (signedIn) await context.addInitScript({ content: `localStorage.setItem('delphin.token', '${signedIn}')` })
  return context.newPage()
}

/** Each page is loaded once, on a phone, and then becomes as wide as on a desk. */
async function barriers(paths: string[], signedIn: string | null): Promise<string[]> {
  const page = await visit(WIDTHS[0], signedIn)
  const found: string[] = []
  for (const path of paths) {
    await page.goto(site + path)
    await page.getByRole('heading', { level: 1 }).or(page.getByRole('alert')).first().waitFor()
    await page.waitForLoadState('networkidle')
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 })
      found.push(...(await inEveryTheme(page, `${path} at ${width} px`)))
    }
    await page.setViewportSize({ width: WIDTHS[0], height: 900 })
  }
  await page.context().close()
  return found
}

/** Waits until everything has faded in. It does not wait for endless animations, nor for those driven by scrolling. */
const SETTLED = `Promise.allSettled(document.getAnimations()
  .filter(({ playState, timeline }) => playState === 'running' && timeline === document.timeline)
  .filter(({ effect }) => effect.getComputedTiming().endTime !== Infinity)
  .map(({ finished }) => finished)).then(() => null)`

/** Runs the axe that an earlier analysis has put into the page. */
const CONTRAST = `axe.run({ runOnly: ['color-contrast', 'link-in-text-block'], resultTypes: ['violations'] })`

/**
 * Checks every rule in the first theme, and in the others the rules that colours can break. Legacy mode is faster: the
 * pages have no frames, and otherwise axe opens a blank page for each analysis to join the results of frames.
 */
async function inEveryTheme(page: Page, where: string): Promise<string[]> {
  const found: string[] = []
  for (const theme of THEMES) {
    await page.evaluate(`document.documentElement.dataset.theme = '${theme}'`)
    await page.evaluate(SETTLED)
    const all = () => new AxeBuilder({ page }).withTags(RULES).setLegacyMode().analyze()
    const { violations } = theme === 'default' ? await all() : await page.evaluate<AxeResults>(CONTRAST)
    const named = violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id} at ${target.join(' ')}`))
    found.push(...named.map((what) => `${where}, ${theme}: ${what}`))
  }
  return found
}
