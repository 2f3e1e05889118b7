import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { EXAMPLE_CLUB_TAG, EXAMPLE_PLAYER_TAG } from '#demo/landmarks.ts'
import { openBrowser } from './open-browser.ts'
import { signUp } from './sign-up.ts'
import { type Site, startSite } from './start-site.ts'

const THEMES = ['default', 'light', 'dark'] as const
const WIDTHS = [1280, 390] as const
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

const PUBLIC = [
  '/',
  '/browse/clubs',
  '/browse/players?trophyMin=0&trophyMax=5000',
  '/analytics',
  '/leaderboards',
  '/leaderboards?type=brawlers',
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

let site: Site
let browser: Browser
let token: string

beforeAll(async () => {
  site = await startSite()
  browser = await openBrowser()
  token = await signUp(site.url)
})
afterAll(async () => {
  await browser?.close()
  await site?.stop()
})

const visits = THEMES.flatMap((theme) => WIDTHS.map((width) => ({ theme, width })))

it.each(visits)('a guest finds no barrier on any page ($theme, $width px)', async ({ theme, width }) => {
  expect(await barriers(PUBLIC, { theme, width, token: null })).toEqual([])
})

it.each(visits)('a user finds no barrier ($theme, $width px)', async ({ theme, width }) => {
  expect(await barriers(OWN, { theme, width, token })).toEqual([])
})

it.each(visits)('dialogs have no barrier ($theme, $width px)', async ({ theme, width }) => {
  const page = await visit({ theme, width, token: null })
  await page.goto(`${site.url}/browse/clubs`)
  await page.getByRole('button', { name: 'Menu' }).click()
  const found = await barriersOf(page, 'menu')
  await page.getByRole('dialog').getByRole('button', { name: 'Sign Up' }).click()
  found.push(...(await barriersOf(page, 'sign up')))
  await page.context().close()
  expect(found).toEqual([])
})

type Look = { theme: string; width: number; token: string | null }

async function visit({ theme, width, token }: Look): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height: 900 }, reducedMotion: 'reduce' })
  const keep = (key: string, value: string) => `localStorage.setItem('${key}', '${value}');`
  await context.addInitScript({
    content: keep('delphin.theme', theme) + (token === null ? '' : keep('delphin.token', token)),
  })
  return context.newPage()
}

async function barriers(paths: string[], look: Look): Promise<string[]> {
  const page = await visit(look)
  const found: string[] = []
  for (const path of paths) {
    await page.goto(site.url + path)
    await page.getByRole('heading', { level: 1 }).or(page.getByRole('alert')).first().waitFor()
    await page.waitForLoadState('networkidle')
    found.push(...(await barriersOf(page, path)))
  }
  await page.context().close()
  return found
}

async function barriersOf(page: Page, where: string): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).withTags(RULES).analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${where}: ${id} at ${target.join(' ')}`))
}
