import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type FaultUpstream, openFaultUpstream, reply } from '#test/fault-upstream.ts'
import { type ManualClock, manualClock } from '#test/manual-clock.ts'
import { createGameApi } from './client.ts'
import type { GameApi, Incident } from './game-api.ts'

const club = { tag: '#2PP', name: 'Stars', trophies: 0, members: [] }
const healthy = (request: { url?: string | undefined }) =>
  request.url?.endsWith('rotation') ? reply(200, []) : reply(200, club)

let upstream: FaultUpstream
let clock: ManualClock
let api: GameApi
let incidents: Incident[]

function open(tokens: string[]) {
  incidents = []
  const onIncident = (incident: Incident) => incidents.push(incident)
  return createGameApi({ baseUrl: upstream.baseUrl, tokens, callsPerSecond: 50, clock, onIncident })
}

beforeEach(async () => {
  upstream = await openFaultUpstream()
  clock = manualClock()
  api = open(['shared'])
})

afterEach(async () => {
  await api.close()
  await upstream.close()
})

function recover() {
  upstream.answer((request, response) => healthy(request)(request as never, response))
}

async function kindOf(call: Promise<unknown>): Promise<string> {
  return clock.drive(
    call.then(
      () => 'ok',
      (error) => error.kind,
    ),
  )
}

/** Makes calls for so long; returns when they reached the upstream, in milliseconds of the test's clock. */
async function keepAsking(ms: number): Promise<number[]> {
  const reached: number[] = []
  const end = clock.monotonic() + ms
  while (clock.monotonic() < end) {
    const before = upstream.paths.length
    const at = clock.monotonic()
    await kindOf(api.getClub('#2PP', { priority: 'collector' }))
    for (let call = before; call < upstream.paths.length; call++) reached.push(at)
    await clock.advance(200)
  }
  return reached
}

describe('the circuit of an API that fails', () => {
  test('opens after five failures, lets one try through in ten seconds, and closes after one success', async () => {
    upstream.answer(reply(500, 'oops'))
    const reached = await keepAsking(120_000)
    expect(reached.length).toBeLessThanOrEqual(5 + 12)
    const probes = reached.slice(5)
    const gaps = probes.slice(1).map((at, index) => at - (probes[index] ?? 0))
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(9_900)
    expect(await kindOf(api.getPlayer('#2PP'))).toBe('circuit-open')
    expect(api.status()).toMatchObject({ state: 'unavailable', breaker: 'open', incident: { kind: 'unavailable' } })

    recover()
    await clock.drive(api.untilOpen())
    expect(await kindOf(api.getClub('#2PP'))).toBe('ok')
    expect(api.status()).toMatchObject({ state: 'ok', breaker: 'closed', incident: null })
    expect(incidents.map(({ kind, endedAt }) => [kind, endedAt !== null])).toEqual([
      ['unavailable', false],
      ['unavailable', true],
    ])
  })

  test('lets one of a hundred calls through when it may be tried', async () => {
    upstream.answer(reply(500, 'oops'))
    await keepAsking(2_000)
    await clock.drive(api.untilOpen())
    const before = upstream.paths.length
    const tags = Array.from({ length: 100 }, (_, index) => `#2PP${index.toString(2).replaceAll('1', '8')}`)
    const kinds = await Promise.all(tags.map((tag) => kindOf(api.getPlayer(tag))))
    expect(upstream.paths.length - before).toBe(1)
    expect(new Set(kinds)).toEqual(new Set(['circuit-open']))
  })

  test('closes by itself when nobody asks any more, and is tried once in ten seconds until then', async () => {
    upstream.answer(reply(403, {}))
    await keepAsking(2_000)
    const before = upstream.paths.length
    const quiet = async (ms: number) => {
      for (let passed = 0; passed < ms; passed += 100) await clock.drive(clock.wait(100))
    }
    await quiet(60_000)
    const tries = upstream.paths.slice(before)
    expect(new Set(tries)).toEqual(new Set(['/v1/events/rotation']))
    expect(tries.length).toBeGreaterThanOrEqual(4)
    expect(tries.length).toBeLessThanOrEqual(6)
    recover()
    await quiet(12_000)
    expect(api.status()).toMatchObject({ state: 'ok', breaker: 'closed', incident: null })
    expect(incidents.map(({ endedAt }) => endedAt !== null)).toEqual([false, true])
  })

  test('stays closed after unknown tags', async () => {
    for (let call = 0; call < 8; call++) expect(await kindOf(api.getClub('#2PP'))).toBe('not-found')
    expect(api.status()).toMatchObject({ state: 'ok', breaker: 'closed' })
  })
})

describe('a key that the game refuses', () => {
  test('of a user leaves the circuit of the shared tokens closed', async () => {
    upstream.answer((request, response) => {
      const isShared = request.headers.authorization === 'Bearer shared'
      reply(isShared ? 200 : 403, isShared ? club : {})(request, response)
    })
    for (let call = 0; call < 8; call++) expect(await kindOf(api.getClub('#2PP', { apiKey: 'own' }))).toBe('forbidden')
    expect(await kindOf(api.getClub('#2PP'))).toBe('ok')
    expect(incidents).toEqual([])
  })

  test('of ours opens the circuit, and the incident says that it is refused', async () => {
    upstream.answer(reply(403, {}))
    await keepAsking(5_000)
    expect(api.status()).toMatchObject({ state: 'refused', breaker: 'open' })
  })

  test('says from which address the game saw the call, when the key is made for another one', async () => {
    const message = 'Invalid authorization: API key does not allow access from IP 203.0.113.9'
    upstream.answer(reply(403, { reason: 'accessDenied.invalidIp', message }))
    await keepAsking(2_000)
    expect(api.status().incident?.message).toBe(
      'The game refuses our API key: this server calls from 203.0.113.9, and the key is made for another address. ' +
        'Change it at developer.brawlstars.com',
    )
  })

  test('rests while another token works', async () => {
    await api.close()
    api = open(['bad', 'good'])
    upstream.answer((request, response) => {
      reply(request.headers.authorization === 'Bearer bad' ? 403 : 200, club)(request, response)
    })
    const kinds: string[] = []
    for (let call = 0; call < 6; call++) kinds.push(await kindOf(api.getClub('#2PP')))
    expect(kinds).toEqual(['forbidden', 'ok', 'ok', 'ok', 'ok', 'ok'])
  })
})

describe('maintenance of the game', () => {
  test('stops every call after one 503, and a cheap call finds out within a minute that it is over', async () => {
    upstream.answer(reply(503, { reason: 'inMaintenance' }))
    expect(await kindOf(api.getClub('#2PP', { priority: 'collector' }))).toBe('maintenance')
    await keepAsking(120_000)
    expect(new Set(upstream.paths.slice(1))).toEqual(new Set(['/v1/events/rotation']))
    expect(upstream.paths.length).toBeLessThanOrEqual(1 + 8)
    expect(api.status()).toMatchObject({ state: 'maintenance', gate: 'closed' })

    recover()
    const over = clock.monotonic()
    await clock.drive(api.untilOpen(), 500)
    expect(clock.monotonic() - over).toBeLessThanOrEqual(60_000)
    expect(await kindOf(api.getClub('#2PP'))).toBe('ok')
    expect(incidents).toMatchObject([{ kind: 'maintenance', endedAt: null }, { kind: 'maintenance' }])
    expect(incidents[1]?.endedAt).toBeInstanceOf(Date)
  })

  test('is not over after a single good answer', async () => {
    upstream.answer(reply(503, '<html>'))
    await kindOf(api.getClub('#2PP'))
    upstream.answer((request, response) => {
      upstream.answer(reply(503, '<html>'))
      reply(200, [])(request, response)
    })
    await keepAsking(45_000)
    expect(api.status().gate).toBe('closed')
    expect(incidents).toHaveLength(1)
  })
})
