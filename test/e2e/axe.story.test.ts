import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { EXAMPLE_CLUB_TAG, EXAMPLE_PLAYER_TAG, PLAYER_TAG_BEGINNING_WITH_2 } from '#demo/world/landmarks.ts'
import { openBrowser } from './open-browser.ts'
import { type Site, startSite } from './start-product.ts'
import { signUp } from './visitor.ts'

const THEMES = ['default', 'light', 'dark'] as const
const WIDTHS = [1280, 390] as const
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Two players of whom both are known. */
const COMPARED = `/compare?type=player&a=${EXAMPLE_PLAYER_TAG.slice(1)}&b=${PLAYER_TAG_BEGINNING_WITH_2.slice(1)}`

const PUBLIC = [
  '/',
  '/browse/clubs',
  '/browse/players?trophyMin=0&trophyMax=5000',
  '/analytics',
  '/leaderboards',
  '/leaderboards?type=brawlers',
  `/compare?type=club&a=${EXAMPLE_CLUB_TAG.slice(1)}&b=2PPPPPPPP`,
  COMPARED,
  `/club/${EXAMPLE_CLUB_TAG.slice(1)}`,
  `/player/${EXAMPLE_PLAYER_TAG.slice(1)}`,
  '/club/2PPPPPPPP',
  '/search/nonsense',
  '/dashboard',
  '/status',
  '/scores',
  '/privacy',
  '/no-such-page',
]
/** What looks different to those who are signed in; the frame around every page is on each of them. */
const OWN = ['/', '/dashboard', `/search/${EXAMPLE_PLAYER_TAG.slice(1)}`]

type AxeResults = Awaited<ReturnType<AxeBuilder['analyze']>>

let site: Site
let browser: Browser
let token: string

beforeAll(async () => {
  site = await startSite({}, inject('filledSite'))
  browser = await openBrowser()
  token = await signUp(site.url)
})
afterAll(async () => {
  await browser?.close()
  await site?.stop()
})

it.each(WIDTHS)('a guest finds no barrier on any page in any theme (%i px)', { timeout: 300_000 }, async (width) => {
  expect(await barriers(PUBLIC, width, null)).toEqual([])
})

it.each(WIDTHS)('a user finds no barrier in any theme (%i px)', async (width) => {
  expect(await barriers(OWN, width, token)).toEqual([])
})

it.each(WIDTHS)('dialogs have no barrier in any theme (%i px)', async (width) => {
  const page = await visit(width, null)
  await page.goto(`${site.url}/browse/clubs`)
  await page.getByRole('button', { name: 'Menu' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Sign Up' }).waitFor()
  const found = await inEveryTheme(page, 'menu')
  await dialog.getByRole('button', { name: 'Sign Up' }).click()
  await dialog.getByLabel('Username').waitFor()
  found.push(...(await inEveryTheme(page, 'sign up')))
  await page.context().close()
  expect(found).toEqual([])
})

async function visit(width: number, signedIn: string | null): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height: 900 }, reducedMotion: 'reduce' })
  if (signedIn) await context.addInitScript({ content: `localStorage.setItem('delphin.token', '${signedIn}')` })
  return context.newPage()
}

async function barriers(paths: string[], width: number, signedIn: string | null): Promise<string[]> {
  const page = await visit(width, signedIn)
  const found: string[] = []
  for (const path of paths) {
    await page.goto(site.url + path)
    await page.getByRole('heading', { level: 1 }).or(page.getByRole('alert')).first().waitFor()
    await page.waitForLoadState('networkidle')
    found.push(...(await inEveryTheme(page, path)))
  }
  await page.context().close()
  return found
}

/** What fades in has its colours once it is there; what never ends, or goes with the scrolling, is not waited for. */
const SETTLED = `Promise.allSettled(document.getAnimations()
  .filter(({ playState, timeline }) => playState === 'running' && timeline === document.timeline)
  .filter(({ effect }) => effect.getComputedTiming().endTime !== Infinity)
  .map(({ finished }) => finished)).then(() => null)`

/** What the axe that was put into a page says there. */
const CONTRAST = `axe.run({ runOnly: ['color-contrast', 'link-in-text-block'], resultTypes: ['violations'] })`

/**
 * Every rule in the first theme; in the others those that colours can break. In one go and in the page itself, which has
 * no frames: else each look would bring axe along again, and open a blank page to add up what frames say.
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
