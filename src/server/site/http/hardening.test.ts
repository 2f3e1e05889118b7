import { afterAll, beforeAll, expect, it } from 'vitest'
import { endpoints } from '#shared/contract/all.ts'
import { openWholeApp, type WholeApp } from '#test/open-whole-app.ts'

const SITE = { PUBLIC_URL: 'https://delphin.example' }
const PAGES = ['/', '/club/2PYL', '/nothing-here']
const CALLS = ['/api/browse/stats', '/api/auth/profile', '/api/nothing']

let whole: WholeApp
beforeAll(async () => {
  whole = await openWholeApp({ settings: SITE })
})
afterAll(() => whole.close())

it.each([...PAGES, ...CALLS])(
  '%s restricts browsers to https and our own files, and may not be framed',
  async (url) => {
    const { headers } = await whole.app.inject(url)
    const policy = String(headers['content-security-policy'])
    const needed = PAGES.includes(url) ? ["object-src 'none'", "base-uri 'none'"] : ["default-src 'none'"]
    for (const directive of [...needed, "frame-ancestors 'none'"]) expect(policy).toContain(directive)
    expect(policy).not.toMatch(/unsafe|\*|https?:/)
    const [, seconds] = /^max-age=(\d+); includeSubDomains$/.exec(String(headers['strict-transport-security'])) ?? []
    expect(Number(seconds)).toBeGreaterThanOrEqual(31_536_000)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': expect.stringMatching(/^strict/),
    })
    expect(headers['content-type']).toMatch(/^(?:text\/html|application\/json); charset=utf-8$/)
  },
)

it.each([...PAGES, ...CALLS])(
  '%s sets no cookie, does not allow other sites to read it and names no software',
  async (url) => {
    const { headers } = await whole.app.inject({ url, headers: { origin: 'https://evil.example' } })
    const telling = ['set-cookie', 'access-control-allow-origin', 'server', 'x-powered-by']
    expect(telling.filter((name) => name in headers)).toEqual([])
  },
)

it.each(['/assets/', '/assets', '/.git/config', '/.env', '/src/server/main.ts', '/package.json', '/metrics'])(
  '%s answers 404',
  async (url) => {
    expect((await whole.app.inject(url)).statusCode).toBe(404)
  },
)

/** Every call of the contract with parts that cannot be right, and files with tags that nobody has or that cannot be one. */
const REFUSED = [
  ...[...endpoints.values()].map(({ method, path }) => ({ method, url: path.replaceAll(/\{\w+\}/g, '2PYYYYY') })),
  ...[...endpoints.values()].map(({ method, path }) => ({ method, url: path.replaceAll(/\{\w+\}/g, '!') })),
  ...['2PYYYYY', '!'].flatMap((tag) =>
    [
      ...[`/club/${tag}`, `/player/${tag}`, `/embed/club/${tag}`, `/embed/player/${tag}`, `/badge/club/${tag}.svg`],
      ...[`/badge/club/${tag}.json`, `/club/${tag}/events.atom`, `/player/${tag}/milestones.atom`],
      ...[`/og/club/${tag}.png`, `/og/player/${tag}.png`, `/club/${tag}/week/2026-W02.png`],
      ...[`/og/review/club/${tag}/2026.png`, `/og/review/player/${tag}/2026/x.png`],
    ].map((url) => ({ method: 'GET', url })),
  ),
  ...['/nothing', '/.well-known/security.txt', '/assets/nothing.js', '/api/nothing', '/api/browse/club/%zz'].map(
    (url) => ({ method: 'GET', url }),
  ),
  { method: 'DELETE', url: '/api/browse/stats' },
  { method: 'GET', url: '/api/browse/entities?limit=no' },
] as { method: 'GET'; url: string }[]

it('no cache keeps a refusal, whatever is asked for', async () => {
  const asked = Promise.all(REFUSED.map((each) => whole.app.inject(each)))
  // Some calls ask the game, and try again after a while.
  const answers = await whole.context.clock.drive(asked, 1000)
  const refused = answers.flatMap(({ statusCode, headers }, place) => {
    return statusCode < 400 ? [] : [{ ...REFUSED[place], statusCode, keptBy: String(headers['cache-control']) }]
  })
  expect(refused.filter(({ keptBy }) => !keptBy.startsWith('no-store'))).toEqual([])
  expect(refused.length).toBeGreaterThan(endpoints.size)
})

it('redirects stay on the site, and unknown methods are refused', async () => {
  for (const url of ['/club/2pyl', '//evil.example/club/2pyl', '/\\evil.example', '/club/%2f%2fevil.example']) {
    const { location = '/' } = (await whole.app.inject({ url, headers: { host: 'evil.example' } })).headers
    expect(location).toMatch(/^\/(?![/\\])/)
  }
  for (const method of ['TRACE', 'CONNECT', 'PATCH'] as const) {
    const answer = await whole.app.inject({ method: method as 'PATCH', url: '/api/browse/stats' })
    expect([404, 405]).toContain(answer.statusCode)
  }
})
