import { createHash } from 'node:crypto'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { flushVisits } from '#server/directory/visits.ts'
import { clubChange } from '#server/kernel/announcements.ts'
import { createGuestSession } from '#shared/contract/accounts.ts'
import { DAY_MS } from '#shared/days.ts'
import { answerOf } from '#test/ask.ts'
import { CLUB, openWholeApp, PLAYER, type WholeApp } from '#test/open-whole-app.ts'
import { rising, settle } from '#test/small-world.ts'
import { webBuild } from '../../../../scripts/prepare/build-web.mjs'

const BUILD_MS = 120_000

let whole: WholeApp
beforeAll(async () => {
  // Builds the site if it is missing or older than its sources.
  await webBuild(process.cwd())
  whole = await openWholeApp({ settings: { PUBLIC_URL: 'https://delphin.example' } })
}, BUILD_MS)
afterAll(() => whole.close())

const get = (url: string, headers: Record<string, string> = {}) => whole.app.inject({ url, headers })

function answersIn(page: string): [string, object, unknown][] {
  return JSON.parse(/id="answers">([^<]*)</.exec(page)?.[1] ?? '[]')
}

it('a club page shows the club, and holds the answers to the calls that it makes', async () => {
  const { statusCode, body } = await get('/club/2PYL')
  expect(statusCode).toBe(200)
  expect(body).toContain('<bdi>Delphin Divers</bdi></h1>')
  expect(body).toContain('<title>Tracker: Delphin Divers | Delphin</title>')
  expect(body).toContain('<link rel="canonical" href="https://delphin.example/club/2PYL" />')
  expect(answersIn(body).map(([name]) => name)).toEqual([
    'GET /api/site',
    'GET /api/browse/club/{tag}',
    'GET /api/browse/club/{tag}/analytics',
    'GET /api/analytics/club/{tag}/trophy-progression',
    'GET /api/analytics/club/{tag}/member-scores',
    'GET /api/browse/club/{tag}/events',
    'GET /api/browse/club/{tag}/queue',
    'GET /api/browse/club/{tag}/goal',
    'GET /api/analytics/club/{tag}/forecast',
    'GET /api/analytics/club/{tag}/similar',
  ])
  expect(answersIn(body)[1]?.[2]).toEqual((await get('/api/browse/club/2PYL')).json())
})

it('a page shows hostile names as text', async () => {
  const { body } = await get('/browse/players')
  expect(body).toContain('=HYPERLINK(&quot;x&quot;)')
  expect(body).not.toContain('<c1>')
})

it('the content policy names each inline style and script of a page, and no page has a style attribute', async () => {
  for (const url of ['/', '/club/2PYL', '/player/2PY', '/scores']) {
    const { body, headers } = await get(url)
    const policy = String(headers['content-security-policy'])
    const inline = [...body.matchAll(/<(?:style|script)>([\s\S]*?)<\/(?:style|script)>/g)].map(([, text = '']) => text)
    expect(inline.length).toBeGreaterThan(1)
    for (const text of inline) expect(policy).toContain(createHash('sha256').update(text).digest('base64'))
    expect([policy.includes('unsafe'), / style="/.test(body)]).toEqual([false, false])
    expect(policy).toContain("img-src 'self';")
  }
})

it('a page contains the rules that it uses; the whole style sheet comes below its markup, before its scripts', async () => {
  for (const url of ['/', '/club/2PYL', '/player/2PY', '/browse/clubs', '/leaderboards', '/scores']) {
    const { body } = await get(url)
    const order = ['<style>', '<div id="root"', '</main>', '<link rel="stylesheet"', '<script type="module"']
    expect(order.map((each) => body.indexOf(each)).toSorted((one, other) => one - other)).toEqual(
      order.map((each) => body.indexOf(each)),
    )
    const [sheet = ''] = /(?<=<link rel="stylesheet" href=")[^"]*/.exec(body) ?? []
    const whole = brotliCompressSync((await get(sheet)).body).length
    const rules = [...body.matchAll(/<style>[^<]*/g)].map(([text]) => text).join('')
    const share = brotliCompressSync(rules).length / whole
    expect([url, share > 0.2 && share < 0.85]).toEqual([url, true])
  }
})

it.each([
  ['/', undefined],
  ['/club/2PYL', 'noindex'],
  ['/player/2PY', 'noindex'],
  ['/search/2PYL', 'noindex'],
  ['/status', 'noindex, follow'],
  ['/browse/clubs', undefined],
  ['/browse/clubs?region=DE', 'noindex, follow'],
  ['/browse/clubs?x=1', undefined],
])('search engines may not index profiles and filtered lists: %s says %j', async (url, rule) => {
  expect(/<meta name="robots" content="([^"]*)"/.exec((await get(url)).body)?.[1]).toBe(rule)
})

it.each([
  ['/nope', 'Page Not Found'],
  ['/club', 'Tracker'],
  ['/player', 'Tracker'],
  ['/assets/gone.js', 'Page Not Found'],
  ['/%E0%A4%A', 'Page Not Found'],
  ['/club/%E0%A4%A?days=7', 'Page Not Found'],
  ['/club/2PYY', 'Tracker'],
  ['/club/nonsense', 'Tracker'],
  ['/player/2PYY', 'Tracker'],
  ['/meta/brawler/16000999', 'Brawler 16000999'],
  ['/meta/map/15000999', 'Map 15000999'],
])('%s is answered 404 with the page %s', async (url, title) => {
  const { statusCode, body } = await get(url)
  expect([statusCode, /<title>([^|]*) \|/.exec(body)?.[1]]).toEqual([404, title])
})

it('a built file is kept for ever, is not read as anything else, and has no fields that are about calls', async () => {
  const [, file = ''] = /<link rel="modulepreload" crossorigin href="([^"]+)"/.exec((await get('/')).body) ?? []
  const { statusCode, headers } = await get(file)
  expect(statusCode).toBe(200)
  expect(headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'strict-transport-security': expect.any(String),
    'x-content-type-options': 'nosniff',
  })
  const others = ['ratelimit-policy', 'x-ratelimit-limit', 'last-modified', 'accept-ranges']
  expect(others.filter((name) => name in headers)).toEqual([])
})

it('a call whose address cannot be read is refused, and not taken for a page', async () => {
  expect((await get('/api/browse/club/%E0%A4%A')).json()).toMatchObject({ code: 'bad_request' })
})

it('a search page makes no search on the server', async () => {
  const { statusCode, body } = await get('/search/2PYY')
  expect([statusCode, body.match(/"GET \/api\/[^"]*"/g)]).toEqual([200, ['"GET /api/site"']])
})

it('a tag in another spelling redirects to its one address', async () => {
  expect((await get('/club/2pyl?days=7')).headers.location).toBe('/club/2PYL?days=7')
})

it('a page counts as a view of its club or player, also when it comes from the cache', async () => {
  await flushVisits(whole.context)
  for (const remoteAddress of ['192.0.2.1', '192.0.2.2', '192.0.2.2'])
    await whole.app.inject({ url: '/player/2PY', remoteAddress })
  await whole.app.inject({ url: '/player/2PYY', remoteAddress: '192.0.2.1' })
  expect(await flushVisits(whole.context)).toBe(2)
  // The reviews of a tag that nobody knows are not found either.
  expect((await get('/player/2PYY/review')).statusCode).toBe(404)
  expect(await flushVisits(whole.context)).toBe(0)
})

it('a review that is not shared is not found, whoever it would be of', async () => {
  for (const of of ['/player/2PY', '/club/2PYL', '/club/2PYY'])
    expect((await get(`${of}/review?period=2026-03`)).statusCode).toBe(404)
})

it('a page is the same for all visitors and holds nothing of the request', async () => {
  const plain = await get('/player/2PY')
  const session = await whole.app.inject({ method: 'POST', url: '/api/auth/guest-session' })
  const id = answerOf(createGuestSession, session).session_id
  const signed = await get('/player/2PY?utm=1', {
    authorization: `Bearer ${id}`,
    'x-guest-session': id,
    host: 'evil.example',
  })
  expect([signed.body === plain.body, signed.headers.etag]).toEqual([true, plain.headers.etag])
  expect(plain.body).not.toMatch(/evil\.example|session_id|GET \/api\/auth/)
})

it('a page tells chats the address at which the site is reached, and a host that a request makes up reaches nobody', async () => {
  const reached = await openWholeApp()
  const pageAt = async (host: string) => {
    const { body } = await reached.app.inject({ url: '/club/2PYL', headers: { host } })
    return body.match(/<meta property="og:(?:url|image)" content="[^"]*"|<link rel="(?:alternate|canonical)"/g)
  }
  const unknown = ['<meta property="og:image" content="/og/club/2PYL.png"']
  const local = [
    '<meta property="og:url" content="http://localhost:3000/club/2PYL"',
    '<meta property="og:image" content="http://localhost:3000/og/club/2PYL.png"',
    '<link rel="alternate"',
    '<link rel="alternate"',
  ]
  expect(await pageAt('evil.example')).toEqual(unknown)
  expect(await pageAt('localhost:3000')).toEqual(local)
  expect(await pageAt('evil.example')).toEqual(unknown)
  expect(await pageAt('localhost:3000')).toEqual(local)
  await reached.close()
})

it('a page is not sent again until something new is stored about its club', async () => {
  const { etag } = (await get('/club/2PYL')).headers
  expect((await get('/club/2PYL', { 'if-none-match': String(etag) })).statusCode).toBe(304)
  await whole.context.clock.advance(DAY_MS)
  await settle(whole.context, [{ tag: CLUB, name: 'Renamed', members: [{ tag: PLAYER, name: 'Ada', days: [500] }] }])
  whole.context.announcements.announce([clubChange(CLUB)])
  expect((await get('/club/2PYL', { 'if-none-match': String(etag) })).body).toContain('<bdi>Renamed</bdi></h1>')
})

describe.each([
  { days: 1, tag: '#2QP' },
  { days: 6, tag: '#2QY' },
  { days: 7, tag: '#2QL' },
])('the first screens of a club that was looked at on $days days, and of a member', ({ days, tag }) => {
  const learning = `Learning: ${days} of 7 days`
  const member = `${tag}P`
  let pages: string[]

  beforeAll(async () => {
    const tags = [member, `${tag}Y`, `${tag}L`]
    const members = tags.map((each) => ({ tag: each, name: `Young ${each}`, days: rising('#'.repeat(days), 5000) }))
    await settle(whole.context, [{ tag, name: 'Young Club', members }])
    const bodies = await Promise.all([`/club/${tag.slice(1)}`, `/player/${member.slice(1)}`].map((url) => get(url)))
    pages = bodies.map(({ body }) => body)
  })

  it('show the name and trophies, without a style of their own', () => {
    const [club = '', player = ''] = pages
    expect(club).toContain('<bdi>Young Club</bdi></h1>')
    expect(player).toContain((5000 + 10 * days).toLocaleString('en'))
    expect(pages.filter((page) => / style="/.test(page))).toEqual([])
  })

  it('judge nobody before the seventh day, and say so', () => {
    const texts = pages.map(textOf)
    expect(texts.map((text) => text.includes(learning))).toEqual([days < 7, days < 7])
    expect(texts.map((text) => /Excellent|Good|Average|Poor|Ghost members|Consistency/.test(text))).toEqual([
      days >= 7,
      days >= 7,
    ])
  })
})

/** What a page shows without scripts. */
function textOf(page: string): string {
  const body = page.slice(page.indexOf('<body'))
  return body.replace(/<(script|style)[\s\S]*?<\/\1>/g, '').replace(/<[^>]*>/g, '')
}
