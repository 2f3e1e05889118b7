import type { Browser, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import {
  CLUB_TAG_NOT_BEGINNING_WITH_2,
  EXAMPLE_CLUB_TAG,
  EXAMPLE_PLAYER_TAG,
  PLAYER_TAG_BEGINNING_WITH_2,
} from '#demo/world/landmarks.ts'
import { isWholeRun } from '../how-much.ts'
import { firstPaintOf } from './open-browser.ts'
import { altering, shows, visitSite } from './visitor.ts'

const visitor = visitSite()
const PLAYER = EXAMPLE_PLAYER_TAG.slice(1)

it.each([
  ['a tag beginning with # then 2 is tried as a club, and found to be a player', PLAYER_TAG_BEGINNING_WITH_2, 'Player'],
  ['otherwise as a player, and found to be a club', CLUB_TAG_NOT_BEGINNING_WITH_2, 'Club'],
])('Search resolution: %s', async (_line, tag, kind) => {
  const page = await visitor.stranger(`/search/${tag.slice(1)}`)
  await page.getByRole('main').getByText(kind, { exact: false }).first().waitFor()
  await page.getByRole('main').getByText(tag).first().waitFor()
  await shows(page, kind === 'Club' ? 'Club trophies' : 'Victories', '4 of 5 searches')
})

/** Tags of the searches that a page posts, in their order. */
function searchesOf(page: Page): string[] {
  const tags: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/search')) tags.push(request.postDataJSON().tag)
  })
  return tags
}

it('A search goes to /search/{tag}, shows its view, and takes the address that a friend can open without a search', async () => {
  const page = await visitor.stranger('/scores')
  const searches = searchesOf(page)
  const asked = page.waitForRequest('**/api/search')
  await page.getByPlaceholder('Enter player or club tag...').fill(PLAYER)
  await page.keyboard.press('Enter')
  const session = (await asked).headers()['x-guest-session']
  expect(session).toBe(await page.evaluate("sessionStorage.getItem('delphin.guest')"))
  await page.waitForURL(`**/player/${PLAYER}`)
  await shows(page, 'Trophy chart', '4 of 5 searches')
  await page.reload()
  await shows(page, 'Trophy chart', '4 of 5 searches')
  await page.goBack()
  await page.waitForURL('**/scores')
  await page.goForward()
  await page.waitForURL(`**/player/${PLAYER}`)
  await shows(page, 'Trophy chart', '4 of 5 searches')
  expect(searches).toEqual([EXAMPLE_PLAYER_TAG])
})

it('A search is made once for each visit, however its page is left and returned to', async () => {
  const page = await visitor.stranger('/scores')
  const searches = searchesOf(page)
  await page.route('**/api/search', (route) => route.fulfill({ status: 404, json: { error: 'Nobody.', code: 'no' } }))
  const search = async (tag: string) => {
    await page.getByRole('banner').getByPlaceholder('Enter player or club tag...').fill(tag)
    await Promise.all([page.waitForRequest('**/api/search'), page.keyboard.press('Enter')])
    await page.waitForURL(`**/search/${tag}`)
    await shows(page, 'Nobody.')
  }
  await search('2PP')
  await page.getByRole('link', { name: 'Delphin, home' }).click()
  await page.waitForURL(`${visitor.url}/`)
  await search('8PP')
  await search('9PP')
  await page.getByRole('link', { name: 'Leaderboards' }).first().click()
  await page.waitForURL('**/leaderboards')
  await page.goBack()
  await shows(page, 'Nobody.')
  await search('9PP')
  await page.reload()
  await shows(page, 'Nobody.')
  expect(searches).toEqual(['#2PP', '#8PP', '#9PP', '#9PP', '#9PP'])
})

it('Without JavaScript a search says what it needs', async () => {
  const address = `${visitor.url}/search/${PLAYER}`
  const { figures } = await firstPaintOf((await visitor.at()).context().browser() as Browser, address, 'main')
  expect(figures.join()).toContain('A search needs JavaScript')
})

it('A tag that the browser does not copy is selected, and the page says so', async () => {
  const page = await visitor.stranger(`/player/${PLAYER}`)
  await page.evaluate("navigator.clipboard.writeText = () => Promise.reject(new Error('no'))")
  await page.getByRole('button', { name: 'Copy tag' }).first().click()
  await shows(page, 'The browser did not copy it. It is selected.')
  expect(await page.evaluate('getSelection().toString()')).toBe(EXAMPLE_PLAYER_TAG)
})

it('Show results right after typing a name keeps the name', async () => {
  const page = await visitor.stranger('/browse/clubs', { width: 390 })
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByRole('dialog').getByRole('searchbox').fill('star')
  await page.getByRole('button', { name: 'Show results' }).click()
  await page.waitForURL('**/browse/clubs?search=star')
  await page.getByRole('list', { name: 'Active filters' }).getByText('star').waitFor()
})

const onPhone = visitSite(320)
const [club, player] = [EXAMPLE_CLUB_TAG.slice(1), EXAMPLE_PLAYER_TAG.slice(1)]
const PATHS = [
  '/',
  '/browse/clubs',
  '/browse/players',
  '/analytics',
  '/leaderboards',
  `/club/${club}`,
  `/player/${player}`,
  `/compare?type=club&a=${club}&b=2QQQQQQQQ`,
]
const NAMED = /^(?:name|(?:club|player|entity)_name|description|summary)$/

/** The answer with every name in it replaced by the next one. */
function named(answer: unknown, next: () => string): unknown {
  if (Array.isArray(answer)) return answer.map((each) => named(each, next))
  if (typeof answer !== 'object' || answer === null) return answer
  const rename = ([key, value]: [string, unknown]) => [
    key,
    typeof value === 'string' && NAMED.test(key) ? next() : named(value, next),
  ]
  return Object.fromEntries(Object.entries(answer).map(rename))
}

const overflow = (page: Page) =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')

const HOSTILE = {
  markup: '<c2><script>document.title="mine"</script><img src=x onerror=alert(1)></c>',
  'a right-to-left override': '\u202Eevil\u2066 שָׁלוֹם العربية',
  zalgo: `Z${'\u0300\u0301\u0302\u0303\u0304\u0305\u0306\u0307'.repeat(30)}algo`,
  '10 KB in one word': 'W'.repeat(10_000),
  'lone surrogates': `\uD83D${'a\uDE00'.repeat(20)}`,
}

/** Opens the pages with these names by turns in place of all others, and looks for what they break. */
async function openWithNames(names: string[], paths: string[]): Promise<void> {
  const page = await onPhone.at()
  const errors: string[] = []
  // React tells that it renders a page anew when the answers in it are missing, as here (#418).
  const note = ({ message }: Error) => message.includes('#418') || errors.push(message)
  page.on('pageerror', note)
  let turn = 0
  const next = () => names[turn++ % names.length] ?? ''
  await altering(page, '/**', (answer) => named(answer, next) as Record<string, unknown>)
  for (const path of paths) {
    await onPhone.at(path)
    await page.getByRole('heading', { level: 1 }).or(page.getByRole('alert')).first().waitFor()
    await page.waitForLoadState('networkidle')
    expect([path, await overflow(page)]).toEqual([path, 0])
    expect(await page.evaluate('document.documentElement.scrollHeight')).toBeLessThan(25_000)
    expect(await page.locator('main script, main img').count()).toBe(0)
  }
  page.off('pageerror', note)
  expect([errors, await page.title()]).toEqual([[], expect.stringMatching(/\| Delphin$/)])
}

it('Hostile names are text only and leave the layout of every page unbroken at 320 px', () =>
  openWithNames(Object.values(HOSTILE), PATHS))

// The name of the page itself is one name only: all of them in one, or in a whole run each.
const ALL_IN_ONE = { 'all of these': Object.values(HOSTILE).join(' ') }

it.each(Object.entries<string>(isWholeRun ? HOSTILE : ALL_IN_ONE))('So does a player whose name is %s', (_case, name) =>
  openWithNames([name], [`/player/${player}`]),
)
