import type { Browser, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import {
  CLUB_TAG_NOT_BEGINNING_WITH_2,
  EXAMPLE_CLUB_TAG,
  EXAMPLE_PLAYER_TAG,
  PLAYER_TAG_BEGINNING_WITH_2,
} from '#demo/world/landmarks.ts'
import { firstPaintOf } from './open-browser.ts'
import { signUp } from './sign-up.ts'
import { altering, answering, shows, visitSite } from './visitor.ts'

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
  await page.getByPlaceholder('Enter player or club tag...').fill(PLAYER)
  await page.keyboard.press('Enter')
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
    await page.keyboard.press('Enter')
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

it.each([
  [404, 'No club or player has the tag #PPPPPPPPPPP.'],
  [500, 'The store fell over.'],
  [429, 'Too many searches.'],
  [null, 'The server could not be reached.'],
])('A signed-in user whose search fails (%s) is told why, after one search', async (status, sentence) => {
  const page = await visitor.stranger('/scores', { token: await signUp(visitor.url, `unlucky.${status}`) })
  const searches = searchesOf(page)
  await page.route('**/api/search', (route) =>
    status === null ? route.abort() : route.fulfill({ status, json: { error: sentence, code: 'failed' } }),
  )
  await page.getByPlaceholder('Enter player or club tag...').fill('PPPPPPPPPPP')
  await page.keyboard.press('Enter')
  await shows(page, sentence)
  // A page that searches again and again does so many times while the menu opens.
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('dialog', { name: 'Menu' }).waitFor()
  expect(searches).toEqual(['#PPPPPPPPPPP'])
})

it('A tag lacking # is prefixed with #', async () => {
  const page = await visitor.stranger('/scores')
  const asked = page.waitForRequest('**/api/search')
  await page.getByPlaceholder('Enter player or club tag...').fill(PLAYER)
  await page.keyboard.press('Enter')
  expect((await asked).postDataJSON()).toEqual({ tag: EXAMPLE_PLAYER_TAG })
})

it('Guest: identified by header X-Guest-Session carrying the session id', async () => {
  const page = await visitor.stranger('/scores')
  const asked = page.waitForRequest('**/api/search')
  await page.getByPlaceholder('Enter player or club tag...').fill(PLAYER)
  await page.keyboard.press('Enter')
  const sent = (await asked).headers()['x-guest-session']
  expect(sent).toBe(await page.evaluate("sessionStorage.getItem('delphin.guest')"))
})

it('Search page: loading', async () => {
  const page = await visitor.at()
  await page.route('**/api/search', () => {})
  await visitor.at(`/search/${PLAYER}`)
  await shows(page, `Looking up ${EXAMPLE_PLAYER_TAG}`)
})

it('Search: Invalid search tag, with a Back to Home button', async () => {
  const page = await visitor.at('/search/nonsense')
  await shows(page, 'Invalid search tag')
  await page.getByRole('link', { name: 'Back to Home' }).click()
  await page.waitForURL(`${visitor.url}/`)
})

it('A text that is no tag is offered as a name', async () => {
  const page = await visitor.stranger('/scores')
  await page.getByPlaceholder('Enter player or club tag...').fill('Star Anglers')
  await page.keyboard.press('Enter')
  await shows(page, 'Invalid search tag', 'Star Anglers')
  await page.getByRole('link', { name: 'Find clubs with it' }).click()
  await page.waitForURL('**/browse/clubs?search=Star+Anglers')
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

it.each(['club', 'player'])(
  'A missing tag on the %s page says so, and never that the page is not found',
  async (kind) => {
    const page = await visitor.at('/scores')
    const answer = await page.request.get(`${visitor.url}/${kind}`)
    expect([answer.status(), (await answer.text()).includes('Page Not Found')]).toEqual([404, false])
    await visitor.at(`/${kind}`)
    await shows(page, kind === 'club' ? 'Club tag is required' : 'Player tag is required')
  },
)

it('Search: the ingestion error, with a Back to Home button', async () => {
  const page = await visitor.at()
  await answering(page, '/search', 418, { error: 'The game is away.', code: 'away' })
  await visitor.at(`/search/${PLAYER}`)
  await shows(page, 'The game is away.', 'Back to Home')
})

it('Show results right after typing a name keeps the name', async () => {
  const page = await visitor.stranger('/browse/clubs', { width: 390 })
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByRole('dialog').getByRole('searchbox').fill('star')
  await page.getByRole('button', { name: 'Show results' }).click()
  await page.waitForURL('**/browse/clubs?search=star')
  await page.getByRole('list', { name: 'Active filters' }).getByText('star').waitFor()
})

it('An answer that cannot be read is an error with a sentence', async () => {
  const page = await visitor.stranger('/scores')
  await page.route('**/api/browse/entities**', (route) => route.fulfill({ status: 200, body: '{"clubs": [' }))
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('link', { name: 'Browse Clubs' }).click()
  await shows(page, 'Failed to fetch clubs: unreadable answer')
})

it('Lower-case tags redirect to upper case', async () => {
  const page = await visitor.at(`/player/${PLAYER.toLowerCase()}`)
  await page.waitForURL(`**/player/${PLAYER}`)
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

/** The answer with every name in it replaced. */
function named(answer: unknown, name: string): unknown {
  if (Array.isArray(answer)) return answer.map((each) => named(each, name))
  if (typeof answer !== 'object' || answer === null) return answer
  const rename = ([key, value]: [string, unknown]) => [
    key,
    typeof value === 'string' && NAMED.test(key) ? name : named(value, name),
  ]
  return Object.fromEntries(Object.entries(answer).map(rename))
}

const overflow = (page: Page) =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')

it.each([
  ['markup', '<c2><script>document.title="mine"</script><img src=x onerror=alert(1)></c>'],
  ['a right-to-left override', '\u202Eevil\u2066 שָׁלוֹם العربية'],
  ['zalgo', `Z${'\u0300\u0301\u0302\u0303\u0304\u0305\u0306\u0307'.repeat(30)}algo`],
  ['10 KB in one word', 'W'.repeat(10_000)],
  ['lone surrogates', `\uD83D${'a\uDE00'.repeat(20)}`],
])('Hostile names are text only and leave the layout unbroken at 320 px: %s', async (_case, name) => {
  const page = await onPhone.at()
  const errors: string[] = []
  // React tells that it renders a page anew when the answers in it are missing, as here (#418).
  page.on('pageerror', ({ message }) => message.includes('#418') || errors.push(message))
  await altering(page, '/**', (answer) => named(answer, name) as Record<string, unknown>)
  for (const path of PATHS) {
    await onPhone.at(path)
    await page.getByRole('heading', { level: 1 }).or(page.getByRole('alert')).first().waitFor()
    await page.waitForLoadState('networkidle')
    expect([path, await overflow(page)]).toEqual([path, 0])
    expect(await page.evaluate('document.documentElement.scrollHeight')).toBeLessThan(25_000)
    expect(await page.locator('main script, main img').count()).toBe(0)
  }
  expect([errors, await page.title()]).toEqual([[], expect.stringMatching(/\| Delphin$/)])
})
