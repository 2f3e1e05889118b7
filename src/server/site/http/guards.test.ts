import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endpoints } from '#shared/contract/all.ts'
import { openWholeApp, type WholeApp } from '#test/open-whole-app.ts'

const FRIEND = 'https://friend.example'
const ON_EVERY_ANSWER = [
  'content-security-policy',
  'x-content-type-options',
  'x-frame-options',
  'referrer-policy',
  'permissions-policy',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'strict-transport-security',
  'cache-control',
  'x-request-id',
]

describe('every answer', () => {
  let whole: WholeApp
  const settings = { REQUESTS_PER_MINUTE: '400', ALLOWED_ORIGINS: FRIEND, PUBLIC_URL: 'https://delphin.example' }
  let visitor = 0
  /** Asks from another address each time, so that the rate limit does not refuse. */
  const ask = (method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE' | 'OPTIONS', url: string, headers = {}) =>
    whole.app.inject({ method, url, headers, remoteAddress: `192.0.2.${visitor++ % 250}` })

  beforeAll(async () => {
    whole = await openWholeApp({ settings })
  })
  afterAll(() => whole.close())

  it('exists for every declared call', () => {
    const missing = [...endpoints.values()].filter(({ method, path }) => {
      return !whole.app.hasRoute({ method, url: path.replaceAll(/\{(\w+)\}/g, ':$1') })
    })
    expect(missing).toEqual([])
  })

  it('refuses a body that is not JSON with 415', async () => {
    const headers = { 'content-type': 'text/plain' }
    const answer = await whole.app.inject({ method: 'POST', url: '/api/auth/login', headers, payload: '{}' })
    expect(answer.statusCode).toBe(415)
    expect(answer.json()).toEqual({ error: 'The request must be JSON', code: 'not_json' })
  })

  it.each([
    ['GET', '/', 200],
    ['GET', '/nothing-here', 404],
    ['GET', '/club/2pyl', 301],
    ['GET', '/assets/nothing.js', 404],
    ['GET', '/.git/config', 404],
    ['GET', '/api/nothing', 404],
    ['GET', '/api/browse/club/2PYL', 200],
    ['GET', '/api/browse/club/2PYL/', 200],
    ['GET', '/api/browse/club/2PYYYYY', 404],
    ['GET', '/api/browse/club/%E0%A4%A', 400],
    ['GET', '/api/browse/club/%00', 400],
    ['GET', '/api/browse/club/%2523PYL', 404],
    ['GET', '/api/browse/club/..%2f..%2fetc%2fpasswd', 400],
    ['GET', `/api/browse/club/${'2'.repeat(300)}`, 404],
    ['GET', '/api/browse/entities?search=%00', 400],
    ['GET', '/api/browse/entities?search=%ED%A0%80', 400],
    ['GET', '/api/browse/entities?limit=0x10', 400],
    ['GET', '/api/browse/entities?limit=1&limit=2', 400],
    ['GET', '/api/browse/club/2PYL?format=xml', 400],
    ['GET', '/api/auth/profile', 401],
    ['POST', '/api/auth/login', 400],
    ['POST', '/api/browse/stats', 405],
    ['DELETE', '/api/browse/club/2PYL', 405],
    ['OPTIONS', '/api/browse/stats', 204],
    ['HEAD', '/api/browse/stats', 200],
    ['GET', '/api/docs', 200],
    ['GET', '/api/openapi.json', 200],
    ['GET', '/api/health/live', 200],
  ] as const)('has its headers and the right status: %s %s %i', async (method, url, status) => {
    const answer = await ask(method, url)
    expect(answer.statusCode).toBe(status)
    expect(ON_EVERY_ANSWER.filter((name) => answer.headers[name] === undefined)).toEqual([])
    expect(answer.headers['content-security-policy']).not.toMatch(/unsafe/)
    if (status >= 400 && url.startsWith('/api/')) {
      expect(answer.json()).toEqual(
        expect.objectContaining({ error: expect.stringMatching(/\w/), code: expect.any(String) }),
      )
    }
  })

  it('to another method says which ones there are', async () => {
    expect((await ask('DELETE', '/api/browse/club/2PYL')).headers.allow).toBe('GET, HEAD, OPTIONS')
    expect((await ask('GET', '/api/auth/login')).headers.allow).toBe('POST, OPTIONS')
  })

  it('may be read by pages of allowed origins, and of no others', async () => {
    const url = '/api/browse/stats'
    for (const answer of [
      await ask('GET', url, { origin: FRIEND }),
      await ask('GET', `${url}?again`, { origin: FRIEND }),
    ]) {
      expect(answer.headers).toMatchObject({ 'access-control-allow-origin': FRIEND, vary: 'Accept-Encoding, Origin' })
      expect(answer.headers['access-control-allow-credentials']).toBeUndefined()
    }
    for (const origin of ['https://evil.example', `${FRIEND}.evil.example`, 'null', 'http://friend.example']) {
      expect((await ask('GET', url, { origin })).headers['access-control-allow-origin']).toBeUndefined()
      expect((await ask('OPTIONS', url, { origin })).headers['access-control-allow-methods']).toBeUndefined()
    }
    const preflight = await ask('OPTIONS', '/api/search', { origin: FRIEND, 'access-control-request-method': 'POST' })
    expect(preflight.headers['access-control-allow-methods']).toContain('POST')
    expect((await ask('POST', '/api/search', { origin: FRIEND })).headers['access-control-allow-origin']).toBe(FRIEND)
  })

  it('counts against the limit of the network, also from the cache, and is refused with 429 until the minute is over', async () => {
    const from = (remoteAddress: string, url = '/api/browse/stats') => whole.app.inject({ url, remoteAddress })
    const answers = []
    for (let i = 0; i < 402; i++) answers.push(await from(`2001:db8::${i % 9}`))
    expect(answers.map((answer) => answer.statusCode)).toEqual([...Array(400).fill(200), 429, 429])
    expect(answers[0]?.headers).toMatchObject({
      'ratelimit-policy': '"address";q=400;w=60',
      ratelimit: '"address";r=399;t=60',
      'x-ratelimit-limit': '400',
      'x-ratelimit-remaining': '399',
    })
    expect(answers[401]?.headers).toMatchObject({ 'retry-after': '60', ratelimit: '"address";r=0;t=60' })
    expect(answers[401]?.json()).toEqual({ error: expect.stringContaining('Too many requests'), code: 'too_many' })
    const spoofed = await whole.app.inject({
      url: '/api/browse/stats',
      remoteAddress: '2001:db8::1',
      headers: { 'x-forwarded-for': '198.51.100.1' },
    })
    expect(spoofed.statusCode).toBe(429)
    expect((await from('2001:db8::1', '/api/health/live')).statusCode).toBe(200)
    await whole.context.clock.advance(60_000)
    expect((await from('2001:db8::1')).statusCode).toBe(200)
  })
})
