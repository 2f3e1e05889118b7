import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type FaultUpstream, openFaultUpstream, reply } from '#test/fault-upstream.ts'
import { type ManualClock, manualClock } from '#test/manual-clock.ts'
import { createGameApi } from './client.ts'
import { type GameApi, GameApiError, visitorSentence } from './game-api.ts'

const club = { tag: '#2PP', name: 'Stars', trophies: 0, members: [] }

let upstream: FaultUpstream
let clock: ManualClock
let api: GameApi

beforeEach(async () => {
  upstream = await openFaultUpstream()
  clock = manualClock()
  api = createGameApi({ baseUrl: upstream.baseUrl, tokens: ['secret-token'], callsPerSecond: 50, clock })
})

afterEach(async () => {
  await api.close()
  await upstream.close()
})

async function failure(priority: 'visitor' | 'collector' = 'visitor'): Promise<GameApiError> {
  const error = await clock.drive(api.getClub('#2PP', { priority }).catch((thrown: unknown) => thrown))
  if (!(error instanceof GameApiError)) throw new Error('no GameApiError')
  return error
}

describe('a failing call of the game’s API', () => {
  const denied = { reason: 'accessDenied.invalidIp', message: 'API key does not allow access from IP 203.0.113.9' }
  test.each([
    ['400', reply(400, { reason: 'badRequest' }), 'not-found', 1],
    ['404', reply(404, { reason: 'notFound' }), 'not-found', 1],
    ['404 as HTML', reply(404, '<html>'), 'not-found', 1],
    ['403, missing authorization', reply(403, { reason: 'accessDenied' }), 'forbidden', 1],
    ['403, wrong address', reply(403, denied), 'forbidden', 1],
    ['429 without Retry-After', reply(429, { reason: 'requestThrottled' }), 'throttled', 2],
    ['429 with a short Retry-After', reply(429, {}, { 'retry-after': '2' }), 'throttled', 2],
    ['429 with a long Retry-After', reply(429, {}, { 'retry-after': '600' }), 'throttled', 1],
    ['500', reply(500, { reason: 'unknownException' }), 'unavailable', 2],
    ['503, maintenance', reply(503, { reason: 'inMaintenance' }), 'maintenance', 1],
    ['503 as HTML', reply(503, '<html>'), 'maintenance', 1],
    ['a redirect', reply(302, '', { location: 'http://127.0.0.1:9/' }), 'unavailable', 2],
    ['HTML for 200', reply(200, '<html>'), 'malformed', 2],
    ['JSON cut short', reply(200, '{"tag":"#2P'), 'malformed', 2],
    ['JSON of another kind', reply(200, []), 'malformed', 1],
    ['another club', reply(200, { ...club, tag: '#8QQ' }), 'malformed', 1],
    ['impossible figures', reply(200, { ...club, trophies: 1 }), 'glitched', 1],
    ['more than 5 MB', reply(200, `"${'x'.repeat(5 * 1024 * 1024)}"`), 'malformed', 2],
  ] as const)(
    'with %s has its kind and number of tries, and a message without secrets',
    async (_story, handler, kind, tries) => {
      upstream.answer(handler)
      const error = await failure()
      expect(error.kind).toBe(kind)
      expect(upstream.paths).toHaveLength(tries)
      expect(`${visitorSentence(error)} ${error.message}`).not.toMatch(/203\.0\.113|accessDenied|secret-token|127\.0/)
    },
  )

  test('is unavailable when the connection breaks in the middle of the answer', async () => {
    upstream.answer((_request, response) => {
      response.writeHead(200, { 'content-length': '1000' })
      response.write('{"tag":', () => response.destroy())
    })
    expect((await failure('collector')).kind).toBe('unavailable')
    expect(upstream.paths).toHaveLength(3)
  })

  test('is unavailable when nothing listens', async () => {
    await upstream.close()
    expect((await failure()).kind).toBe('unavailable')
  })

  test.each([
    ['no answer at all', () => {}],
    ['headers and then nothing', (response: { flushHeaders: () => void }) => response.flushHeaders()],
  ])('with %s times out after eight seconds and is not tried again', async (_story, hang) => {
    upstream.answer((_request, response) => hang(response))
    const failed = api.getClub('#2PP').catch((thrown: GameApiError) => thrown)
    await upstream.arrived(1)
    await clock.advance(7_999)
    expect(api.status().outcomes).toEqual({})
    await clock.advance(1)
    expect(await failed).toMatchObject({ kind: 'timeout' })
    expect(upstream.paths).toHaveLength(1)
  })

  test('is tried again, and a good answer leaves no incident', async () => {
    upstream.answer((request, response) => {
      upstream.answer(reply(200, club))
      reply(500, 'oops')(request, response)
    })
    const { body } = await clock.drive(api.getClub('#2PP'))
    expect(body.name).toBe('Stars')
    expect(api.status()).toMatchObject({ state: 'ok', callsLastMinute: 2, outcomes: { ok: 1, unavailable: 1 } })
  })

  test('waits as long as Retry-After says before the second try', async () => {
    upstream.answer((request, response) => {
      upstream.answer(reply(200, club))
      reply(429, '', { 'retry-after': '3' })(request, response)
    })
    await clock.drive(api.getClub('#2PP'))
    expect(clock.monotonic()).toBeGreaterThanOrEqual(3_000)
    expect(api.status()).toMatchObject({ state: 'throttled', callsPerSecond: 25 })
    await clock.advance(60_000)
    expect(api.status()).toMatchObject({ state: 'ok', callsPerSecond: 50 })
  })
})
