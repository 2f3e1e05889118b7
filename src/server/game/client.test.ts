import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type FaultUpstream, openFaultUpstream, reply } from '#test/fault-upstream.ts'
import { type ManualClock, manualClock } from '#test/manual-clock.ts'
import { createGameApi, type GameApiOptions } from './client.ts'
import type { GameApi } from './game-api.ts'

const club = { tag: '#2PP', name: 'Stars', trophies: 0, members: [] }

let upstream: FaultUpstream
let clock: ManualClock
let opened: GameApi[]

beforeEach(async () => {
  upstream = await openFaultUpstream()
  clock = manualClock()
  opened = []
})

afterEach(async () => {
  await Promise.all(opened.map((api) => api.close()))
  await upstream.close()
})

function open(options: Partial<GameApiOptions> = {}): GameApi {
  const api = createGameApi({ baseUrl: upstream.baseUrl, tokens: ['t'], callsPerSecond: 50, clock, ...options })
  opened.push(api)
  return api
}

describe('a call of the game’s API', () => {
  test('sends the tag encoded and the token, and says when and for how long the answer holds', async () => {
    upstream.answer(reply(200, club, { 'cache-control': 'public, max-age=120' }))
    const answer = await open().getClub('2pp')
    expect(upstream.paths).toEqual(['/v1/clubs/%232PP'])
    expect(upstream.requests[0]?.headers).toMatchObject({ authorization: 'Bearer t' })
    expect(answer).toMatchObject({ maxAgeSeconds: 120, observedAt: clock.now(), raw: club, glitches: [] })
  })

  test.each(['', '#', 'AAA', '#2PP/../x', '%2523', '#2P\0P'])('is not made for "%s", which is no tag', async (tag) => {
    await expect(open().getPlayer(tag)).rejects.toMatchObject({ kind: 'not-found' })
    await expect(open().getClubRanking('atlantis')).rejects.toMatchObject({ kind: 'not-found' })
    expect(upstream.paths).toEqual([])
  })

  test('has the right path', async () => {
    upstream.answer((request, response) =>
      reply(200, request.url?.includes('events') ? [] : { items: [] })(request, response),
    )
    const api = open()
    await api.getBattleLog('#2PP')
    await api.getPlayerRanking('global')
    await api.getClubRanking('de')
    await api.getBrawlerRanking('DE', 16000000)
    await api.getBrawlers()
    await api.checkKey('own')
    expect(upstream.paths).toEqual([
      '/v1/players/%232PP/battlelog',
      '/v1/rankings/global/players',
      '/v1/rankings/DE/clubs',
      '/v1/rankings/DE/brawlers/16000000',
      '/v1/brawlers',
      '/v1/events/rotation',
    ])
  })

  test('puts the pages of a list together', async () => {
    const row = (tag: string, rank: number) => ({ tag, name: 'Ann', trophies: 900 - rank, rank })
    upstream.answer((request, response) => {
      const isSecond = request.url?.endsWith('?after=eyJwb3MiOjF9')
      const cursors = isSecond ? { before: 'eyJwb3MiOjF9' } : { after: 'eyJwb3MiOjF9' }
      reply(200, { items: [isSecond ? row('#8QQ', 2) : row('#2PP', 1)], paging: { cursors } })(request, response)
    })
    const { body, raw } = await open().getPlayerRanking('global')
    expect(body.map(({ tag }) => tag)).toEqual(['#2PP', '#8QQ'])
    expect(raw).toMatchObject({ items: { length: 2 }, paging: { cursors: {} } })
  })

  test('ends when the pages go round in a circle', async () => {
    upstream.answer(reply(200, { items: [], paging: { cursors: { after: 'again' } } }))
    await expect(open().getClubRanking('de')).rejects.toMatchObject({ kind: 'malformed' })
    expect(upstream.paths).toHaveLength(2)
  })

  test('asks about a past moment with the demo provider only', async () => {
    upstream.answer(reply(200, club))
    const at = new Date('2026-03-01T12:00:00Z')
    const past = await open({ demoTime: true }).getClub('#2PP', { at })
    expect(past.observedAt).toEqual(at)
    expect(upstream.requests[0]?.headers['x-demo-time']).toBe(at.toISOString())
    const now = await open().getClub('#2PP', { at })
    expect(now.observedAt).toEqual(clock.now())
    expect(upstream.requests[1]?.headers).not.toHaveProperty('x-demo-time')
  })
})

describe('equal calls', () => {
  test('of 500 visitors for one unknown tag are one request', async () => {
    upstream.answer(reply(200, club))
    const api = open()
    const answers = await clock.drive(Promise.all(Array.from({ length: 500 }, () => api.getClub('#2PP'))))
    expect(answers).toHaveLength(500)
    expect(upstream.paths).toHaveLength(1)
  })

  test('fail together, and the next one makes a new request', async () => {
    const api = open()
    const failed = await Promise.allSettled([api.getClub('#2PP'), api.getClub('#2PP')])
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    upstream.answer(reply(200, club))
    await api.getClub('#2PP')
    expect(upstream.paths).toHaveLength(2)
  })

  test('with different keys or moments are different requests', async () => {
    upstream.answer(reply(200, club))
    const api = open({ demoTime: true })
    const at = new Date('2026-03-01T12:00:00Z')
    await Promise.all([api.getClub('#2PP'), api.getClub('#2PP', { apiKey: 'own' }), api.getClub('#2PP', { at })])
    expect(upstream.paths).toHaveLength(3)
  })

  test('go on when one caller gives up, and are cancelled when all have', async () => {
    let cancelled = () => {}
    const wasCancelled = new Promise<void>((resolve) => {
      cancelled = resolve
    })
    upstream.answer((_request, response) => {
      response.on('close', cancelled)
    })
    const api = open()
    const [first, second] = [new AbortController(), new AbortController()]
    const calls = [first, second].map(({ signal }) => api.getClub('#2PP', { signal }).catch((error) => error.kind))
    await upstream.arrived(1)
    first.abort()
    expect(await calls[0]).toBe('aborted')
    second.abort()
    expect(await calls[1]).toBe('aborted')
    await wasCancelled
    expect(upstream.paths).toHaveLength(1)
  })
})

describe('a visitor’s call', () => {
  test('goes before the collector’s queue, also when the collector already waits for the same', async () => {
    upstream.answer((request, response) =>
      reply(200, { ...club, tag: `#${request.url?.slice(-3)}` })(request, response),
    )
    const api = open({ callsPerSecond: 1 })
    const tags = ['#2PP', '#8QQ', '#9LL', '#2YY']
    const collected = tags.map((tag) => api.getClub(tag, { priority: 'collector' }))
    const visited = api.getClub('#2YY')
    await clock.drive(Promise.all([...collected, visited]))
    expect(upstream.paths.map((path) => path.slice(-3))).toEqual(['2PP', '2YY', '8QQ', '9LL'])
  })

  test('waits ten seconds at most, whatever the queue', async () => {
    upstream.answer(reply(200, club))
    const api = open({ callsPerSecond: 0.05 })
    await api.getClub('#2PP')
    const error = await clock.drive(api.getClub('#2PP').catch((thrown: unknown) => thrown))
    expect(error).toMatchObject({ kind: 'unavailable', retryAfterMs: 5_000 })
    expect(clock.monotonic()).toBeLessThan(10_500)
    expect(api.status()).toMatchObject({ queued: 0, callsLastMinute: 1 })
  })
})

describe('closing the client', () => {
  test('cancels calls that are under way and refuses later ones', async () => {
    upstream.answer(() => {})
    const api = open()
    const hanging = api.getClub('#2PP').catch((error) => error.kind)
    await upstream.arrived(1)
    await api.close()
    expect(await hanging).toBe('aborted')
    await expect(api.getClub('#2PP')).rejects.toMatchObject({ kind: 'aborted' })
    expect(clock.waiting()).toBe(0)
  })
})
