import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { EXAMPLE_CLUB_TAG, EXAMPLE_PLAYER_TAG } from '#demo/world/landmarks.ts'
import { DAY_MS } from '#shared/days.ts'
import { tagInPath } from '#shared/tag.ts'
import { isWholeRun } from '../how-much.ts'
import { findBarriers, HEIGHT, type View, viewsAt, WIDTHS } from './find-barriers.ts'
import { newContext } from './open-browser.ts'
import { signUp } from './sign-up.ts'
import { connectBrowser } from './visitor.ts'

const [CLUB, PLAYER] = [tagInPath(EXAMPLE_CLUB_TAG), tagInPath(EXAMPLE_PLAYER_TAG)]
// What a guest sees is in every-page.story.test.ts.

/** Pages that look different to a signed-in user. */
const OWN = ['/', '/dashboard', '/desk', `/search/${PLAYER}`]

const site = inject('siteUrl')
let browser: Browser
let token: string

beforeAll(async () => {
  browser = await connectBrowser()
  token = await signUp(site, 'axe.reader')
})
afterAll(() => browser?.close())

it('a user finds no barrier', async () => {
  expect(await barriers(OWN, token)).toEqual([])
})

/** Colours are the same in every language. */
const IN_ONE_THEME: View[] = (isWholeRun ? WIDTHS : [WIDTHS[0]]).map((width) => ({ width, theme: 'light' }))

const TRANSLATED = [`/club/${CLUB}`, `/desk/${CLUB}`, '/', `/player/${PLAYER}`, '/browse/clubs', '/scores']

// A text that a catalog lacks is shown in English.
it.each([
  { language: 'ar', count: TRANSLATED.length },
  { language: 'de', count: 2 },
  { language: 'ja', count: 2 },
])('a reader of $language finds no barrier', async ({ language, count }) => {
  const paths = (isWholeRun ? TRANSLATED : TRANSLATED.slice(0, count)).map((path) => `/${language}${path}`)
  expect(await barriers(paths, null, () => IN_ONE_THEME)).toEqual([])
})

it('somebody who comes back finds no barrier in what changed and in favourites', async () => {
  const page = await visit(WIDTHS[0], null)
  const tags = { club: EXAMPLE_CLUB_TAG, player: EXAMPLE_PLAYER_TAG }
  const at = new Date(Date.now() - 3 * DAY_MS).toISOString()
  const visits = Object.values(tags).map((tag) => ({ tag, at }))
  const favourites = Object.entries(tags).map(([type, tag]) => ({ type, tag, name: type }))
  for (const [key, kept] of Object.entries({ visits, favourites })) {
    const item = JSON.stringify(JSON.stringify(kept))
    await page.addInitScript({ content: `localStorage.setItem('delphin.${key}', ${item})` })
  }
  const found: string[] = []
  for (const [place, path] of [`/club/${CLUB}`, `/player/${PLAYER}`].entries()) {
    await page.goto(site + path)
    await page.getByRole('complementary', { name: 'Since your last visit' }).waitFor()
    found.push(...(await findBarriers(page, viewsAt(place), path)))
  }
  await page.goto(`${site}/dashboard`)
  await page.getByRole('region', { name: 'Favourites' }).getByRole('listitem').nth(1).waitFor()
  found.push(...(await findBarriers(page, viewsAt(2), 'favourites')))
  await page.context().close()
  expect(found).toEqual([])
})

it.each(isWholeRun ? WIDTHS : [WIDTHS[0]])('dialogs have no barrier (%i px)', async (width) => {
  const views = (place: number) => viewsAt(place).filter((view) => view.width === width)
  const page = await visit(width, null)
  await page.goto(`${site}/browse/clubs`)
  await page.getByRole('button', { name: /^(Menu|More)$/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Sign Up' }).waitFor()
  const found = await findBarriers(page, views(0), 'menu')
  await dialog.getByRole('button', { name: 'Sign Up' }).click()
  await dialog.getByLabel('Username').waitFor()
  found.push(...(await findBarriers(page, views(1), 'sign up')))
  await page.goto(`${site}/club/${EXAMPLE_CLUB_TAG.slice(1)}`)
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await dialog.getByRole('button', { name: 'Copy for Discord' }).waitFor()
  await dialog.getByText('What is copied for Discord').click()
  found.push(...(await findBarriers(page, views(2), 'share')))
  await page.context().close()
  expect(found).toEqual([])
})

async function visit(width: number, signedIn: string | null): Promise<Page> {
  const context = await newContext(browser, { viewport: { width, height: HEIGHT }, reducedMotion: 'reduce' })
  if (signedIn) await context.addInitScript({ content: `localStorage.setItem('delphin.token', '${signedIn}')` })
  return context.newPage()
}

/** Each page is loaded on a phone, and then becomes as wide as at a desk. */
async function barriers(paths: string[], signedIn: string | null, viewsOf = viewsAt): Promise<string[]> {
  const page = await visit(WIDTHS[0], signedIn)
  const found: string[] = []
  for (const [place, path] of paths.entries()) {
    await page.setViewportSize({ width: WIDTHS[0], height: HEIGHT })
    await page.goto(site + path)
    await page.getByRole('heading', { level: 1 }).or(page.getByRole('alert')).first().waitFor()
    await page.waitForLoadState('networkidle')
    found.push(...(await findBarriers(page, viewsOf(place), path)))
  }
  await page.context().close()
  return found
}
