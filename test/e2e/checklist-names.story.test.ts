import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { EXAMPLE_CLUB_TAG, EXAMPLE_PLAYER_TAG } from '#demo/landmarks.ts'
import { altering, visitSite } from './visitor.ts'

const visitor = visitSite(320)
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

/** The answer with each name in it replaced. */
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
  const page = await visitor.at()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  await altering(page, '/**', (answer) => named(answer, name) as Record<string, unknown>)
  for (const path of PATHS) {
    await visitor.at(path)
    await page.getByRole('heading', { level: 1 }).or(page.getByRole('alert')).first().waitFor()
    await page.waitForLoadState('networkidle')
    expect([path, await overflow(page)]).toEqual([path, 0])
    expect(await page.evaluate('document.documentElement.scrollHeight')).toBeLessThan(25_000)
    expect(await page.locator('main script, main img').count()).toBe(0)
  }
  expect([errors, await page.title()]).toEqual([[], expect.stringMatching(/\| Delphin$/)])
})
