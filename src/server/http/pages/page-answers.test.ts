import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CLUB, openWholeApp, PLAYER, type WholeApp } from '#test/open-whole-app.ts'
import { settle } from '#test/small-world.ts'
import { webBuild } from '../../../../scripts/prepare/build-web.mjs'
import { clubChange } from '../../changes.ts'
import { flushVisits } from '../../summaries/visits.ts'

const BUILD_MS = 120_000

describe('a page that is asked for', () => {
  let whole: WholeApp
  const get = (url: string, headers: Record<string, string> = {}) => whole.app.inject({ url, headers })

  beforeAll(async () => {
    // Builds the site when it is missing or older than its sources.
    await webBuild(process.cwd())
    whole = await openWholeApp()
  }, BUILD_MS)
  afterAll(() => whole.close())

  it('is 404 for what is not known, and never searched for by looking', async () => {
    for (const url of ['/nope', '/club/2PYY', '/club/nonsense', '/player/2PYY', '/assets/gone.js']) {
      expect([url, (await get(url)).statusCode]).toEqual([url, 404])
    }
    const search = await get('/search/2PYY')
    expect([search.statusCode, search.body.match(/"GET \/api\/[^"]*"/g)]).toEqual([200, ['"GET /api/site"']])
    expect((await get('/club/2pyl?days=7')).headers.location).toBe('/club/2PYL?days=7')
  })

  it('counts as a look at its club or player, the ready page too', async () => {
    await flushVisits(whole.context)
    for (const remoteAddress of ['192.0.2.1', '192.0.2.2', '192.0.2.2'])
      await whole.app.inject({ url: '/player/2PY', remoteAddress })
    await whole.app.inject({ url: '/player/2PYY', remoteAddress: '192.0.2.1' })
    expect(await flushVisits(whole.context)).toBe(2)
  })

  it('is the same for everybody: nothing of who asks is in it', async () => {
    const plain = await get('/player/2PY')
    const session = await whole.app.inject({ method: 'POST', url: '/api/auth/guest-session' })
    const id = session.json().session_id
    const signed = await get('/player/2PY?utm=1', {
      authorization: `Bearer ${id}`,
      'x-guest-session': id,
      host: 'evil.example',
    })
    expect([signed.body === plain.body, signed.headers.etag]).toEqual([true, plain.headers.etag])
    expect(plain.body).not.toMatch(/evil\.example|session_id|GET \/api\/auth/)
  })

  it('need not come again, until something new was stored', async () => {
    const { etag } = (await get('/club/2PYL')).headers
    expect((await get('/club/2PYL', { 'if-none-match': String(etag) })).statusCode).toBe(304)
    await whole.context.clock.advance(86_400_000)
    await settle(whole.context, [{ tag: CLUB, name: 'Renamed', members: [{ tag: PLAYER, name: 'Ada', days: [500] }] }])
    whole.context.changes.announce([clubChange(CLUB)])
    expect((await get('/club/2PYL', { 'if-none-match': String(etag) })).body).toContain('<bdi>Renamed</bdi></h1>')
  })
})
