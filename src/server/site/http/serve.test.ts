import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { flushVisits } from '#server/directory/visits.ts'
import { clubChange } from '#server/kernel/announcements.ts'
import { getClub } from '#shared/contract/clubs.ts'
import { DAY_MS } from '#shared/days.ts'
import { answerOf } from '#test/ask.ts'
import { CLUB, openWholeApp, PLAYER, type WholeApp } from '#test/open-whole-app.ts'
import { settle } from '#test/small-world.ts'

const SCORES = '/api/analytics/club/2PYL/member-scores'

describe('a public answer', () => {
  let whole: WholeApp
  const get = (url: string, headers: Record<string, string> = {}) => whole.app.inject({ url, headers })

  beforeAll(async () => {
    whole = await openWholeApp()
  })
  afterAll(() => whole.close())

  it('has an ETag, and answers 304 to a client that sends it back', async () => {
    const first = await get(SCORES)
    const { etag } = first.headers
    expect(etag).toMatch(/^"[\w-]{22}"$/)
    for (const known of [`${etag}`, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await get(SCORES, { 'if-none-match': known })
      expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag])
      expect(again.headers).toMatchObject({ 'x-content-type-options': 'nosniff', vary: 'Accept-Encoding' })
    }
    expect((await get(SCORES, { 'if-none-match': '"other"' })).statusCode).toBe(200)
  })

  it('is sent in the encoding that the client accepts, each with its own ETag', async () => {
    const heatmap = '/api/analytics/club/2PYL/activity-heatmap?days=90'
    const plain = await get(heatmap)
    const gzip = await get(heatmap, { 'accept-encoding': 'gzip' })
    const br = await get(heatmap, { 'accept-encoding': 'gzip, br' })
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.body)
    expect(brotliDecompressSync(br.rawPayload).toString()).toBe(plain.body)
    expect(new Set([plain, gzip, br].map((answer) => answer.headers.etag)).size).toBe(3)
    expect([plain, gzip, br].map((answer) => Number(answer.headers['content-length']))).toEqual(
      [plain, gzip, br].map((answer) => answer.rawPayload.length),
    )
  })

  it('depends on nothing but the validated input', async () => {
    const plain = await get(`${SCORES}?days=7`)
    const noise = Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`x-noise-${i}`, `value ${i}`]))
    const addresses = [
      `${SCORES}?days=7&utm=x&__proto__=1`,
      '/api/analytics/club/%232pyl/member-scores/?x=&days=7',
      `${SCORES}?format=json&days=7`,
    ]
    for (const address of addresses) {
      const answer = await get(address, {
        ...noise,
        host: 'evil.example',
        'x-forwarded-host': 'evil.example',
        authorization: 'Bearer x',
      })
      expect([answer.statusCode, answer.body, answer.headers.etag]).toEqual([200, plain.body, plain.headers.etag])
    }
    expect((await get(`${SCORES}?days=14`)).body).not.toBe(plain.body)
  })

  it('is made anew as soon as a change is announced, also where the tag was unknown before', async () => {
    expect((await get('/api/browse/club/2PYY')).statusCode).toBe(404)
    expect(answerOf(getClub, await get('/api/browse/club/2PYL')).name).toBe('Delphin Divers')
    await whole.context.clock.advance(DAY_MS)
    const member = { tag: PLAYER, name: 'Ada', days: [500] }
    await get('/api/browse/club/2PYL')
    await settle(whole.context, [
      { tag: CLUB, name: 'Renamed', members: [member] },
      { tag: '#2PYY', name: 'New', members: [{ ...member, tag: '#2P8' }] },
    ])
    whole.context.announcements.announce([clubChange(CLUB), clubChange('#2PYY')])
    expect(answerOf(getClub, await get('/api/browse/club/2PYL')).name).toBe('Renamed')
    expect(answerOf(getClub, await get('/api/browse/club/2PYY')).name).toBe('New')
  })

  it('says how long caches may keep it, and private answers and refusals may not be kept', async () => {
    const control = async (url: string) => (await get(url)).headers['cache-control']
    expect(await control('/api/browse/stats')).toBe('public, max-age=30, stale-while-revalidate=60')
    expect(await control('/api/browse/club/2PYL')).toBe('public, max-age=0, s-maxage=30, must-revalidate')
    for (const url of ['/api/auth/profile', '/api/browse/club/2PYYYY', '/api/browse/club/nonsense', '/api/nothing']) {
      expect(await control(url)).toMatch(/^no-store/)
    }
  })

  it('answers HEAD without a body', async () => {
    const answer = await get(SCORES)
    const head = await whole.app.inject({ method: 'HEAD', url: SCORES })
    expect([head.statusCode, head.body]).toEqual([200, ''])
    for (const name of ['etag', 'content-length', 'content-type']) expect(head.headers[name]).toBe(answer.headers[name])
  })
})

describe('views of clubs and players', () => {
  let whole: WholeApp
  const view = (path: string, remoteAddress: string) => whole.app.inject({ url: `/api/browse${path}`, remoteAddress })
  const visits = () =>
    whole.context.db.selectFrom('visits').select(['type', 'tag', 'viewed', 'searched']).orderBy('type').execute()

  beforeAll(async () => {
    whole = await openWholeApp()
  })
  afterAll(() => whole.close())

  it('are not counted for a tag that is not tracked', async () => {
    expect((await view('/club/PPPPPPPP', '192.0.2.1')).statusCode).toBe(404)
    await view('/club/PPPPPPPP', '192.0.2.1')
    expect(await flushVisits(whole.context)).toBe(0)
  })

  it('are counted once for each visitor, also when the answer comes from the cache', async () => {
    const clubPage = `/club/${CLUB.slice(1)}`
    for (const address of ['192.0.2.1', '192.0.2.2', '192.0.2.2']) await view(clubPage, address)
    await view(`/player/%23${PLAYER.slice(1).toLowerCase()}`, '192.0.2.1')
    expect(await flushVisits(whole.context)).toBe(3)
    const viewed = { viewed: true, searched: false }
    expect(await visits()).toEqual([
      { type: 'club', tag: CLUB, ...viewed },
      { type: 'club', tag: CLUB, ...viewed },
      { type: 'player', tag: PLAYER, ...viewed },
    ])
  })
})
