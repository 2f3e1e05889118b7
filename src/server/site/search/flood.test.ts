import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { SLICES } from '#server/app.ts'
import { collectDue } from '#server/collector/collect-due.ts'
import { track } from '#server/collector/targets.ts'
import { createGameApi } from '#server/game/client.ts'
import { createGuestSession, login } from '#shared/contract/accounts.ts'
import { RANKING_COUNTRIES } from '#shared/regions.ts'
import { TAG_ALPHABET } from '#shared/tag.ts'
import { ask } from '#test/ask.ts'
import { type FaultUpstream, openFaultUpstream, reply } from '#test/fault-upstream.ts'
import { isWholeRun } from '#test/how-much.ts'
import { manualClock } from '#test/manual-clock.ts'
import { openTestApp, openTestContext, type TestContext } from '#test/open-context.ts'
import { openTestStore, type TestStore } from '#test/open-store.ts'

const CALLS_PER_SECOND = 8
/** How long the floods last, in seconds. */
const LENGTH = isWholeRun ? 60 : 20
/** What a collector alone makes of them in a second: calls are counted over 1,050 ms. */
const PACE = CALLS_PER_SECOND / 1.05
const STEP_MS = 50
/** A search needs several statements and calls, one after the other. */
const TURNS = 4
const ATTACKER = '192.0.2.1'
const EVE = { username: 'eve', email: 'eve@example.com', password: 'eves dolphins' }

type Flooded = { seconds: number; p95: number; collected: number }

/** A tag that nobody has, a different one for each number. */
const tagOf = (number: number) =>
  `#8${[...String(number + 1_000_000)].map((digit) => TAG_ALPHABET[Number(digit)]).join('')}`

describe('under a flood by one visitor', { timeout: 120_000 }, () => {
  let store: TestStore
  let game: FaultUpstream
  let context: TestContext
  let app: FastifyInstance
  beforeAll(async () => {
    store = await openTestStore()
  })
  beforeEach(async () => {
    await store.reset()
    game = await openFaultUpstream()
    game.answer(reply(404, { reason: 'notFound' }))
    const clock = manualClock()
    const gameApi = createGameApi({ baseUrl: game.baseUrl, tokens: ['t'], callsPerSecond: CALLS_PER_SECOND, clock })
    const many = { REQUESTS_PER_MINUTE: '100000', USER_REQUESTS_PER_MINUTE: '100000', GUEST_SESSIONS_PER_HOUR: '1000' }
    context = openTestContext({ store, clock, gameApi, settings: many })
    app = openTestApp(context, SLICES)
  })
  afterEach(async () => {
    await context.gameApi.close()
    await game.close()
  })
  afterAll(() => store.close())

  const session = async (remoteAddress: string) =>
    ({ 'x-guest-session': (await ask(app, createGuestSession, { remoteAddress })).session_id }) as const

  /** Lets time pass with the attack in each second. Answers how long honest searches took, and the collector's calls. */
  async function flooded(seconds: number, attack: (second: number) => Promise<unknown>[]): Promise<Flooded> {
    const { clock } = context
    const keys = Array.from({ length: CALLS_PER_SECOND * seconds }, (_, index) => tagOf(500_000 + index))
    await track(
      context,
      keys.map((key) => ({ kind: 'club', key, class: 'member' })),
    )
    const stopping = new AbortController()
    const collecting = collectDue(context, stopping.signal)
    const waits: number[] = []
    const asked: Promise<unknown>[] = []
    for (let second = 0; second < seconds; second++) {
      asked.push(...attack(second))
      if (second % 3 === 0) asked.push(honest(second, waits))
      const until = clock.monotonic() + 1000
      while (clock.monotonic() < until) {
        await clock.advance(STEP_MS)
        for (let turn = 0; turn < TURNS; turn++) await settleDown()
      }
    }
    stopping.abort()
    const collected = game.paths.filter((path) => keys.some((key) => path.endsWith(encodeURIComponent(key)))).length
    await clock.drive(Promise.allSettled([collecting, ...asked]))
    waits.sort((a, b) => a - b)
    return { seconds, p95: waits[Math.floor(waits.length * 0.95)] ?? Number.POSITIVE_INFINITY, collected }
  }

  /** Lets answers of the game come in, and the store do all that it was asked: a slow machine must not look like a queue. */
  async function settleDown(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, 1))
    await sql`select 1`.execute(store.db)
  }

  /** A search for a new tag by a guest of a network of their own, which costs two calls. */
  async function honest(number: number, waits: number[]): Promise<void> {
    const remoteAddress = `198.51.100.${number}`
    const headers = await session(remoteAddress)
    const start = context.clock.monotonic()
    const payload = { tag: tagOf(900_000 + number) }
    const answer = await app.inject({ method: 'POST', url: '/api/search', headers, payload, remoteAddress })
    expect(answer.statusCode).toBe(404)
    waits.push(context.clock.monotonic() - start)
  }

  function expectFair({ seconds, p95, collected }: Flooded): void {
    expect(p95).toBeLessThanOrEqual(3000)
    expect(collected / (PACE * seconds)).toBeGreaterThanOrEqual(0.3)
  }

  it('who collects rankings without a login, searches take three seconds at most and the collector goes on', async () => {
    const headers = await session(ATTACKER)
    const boards = ['players', 'clubs'].flatMap((type) => RANKING_COUNTRIES.map((country) => ({ type, country })))
    const attack = (second: number) =>
      Array.from({ length: 20 }, (_, index) => {
        const { type, country } = boards[(second * 20 + index) % boards.length] ?? { type: 'players', country: 'DE' }
        const url = `/api/rankings/collect/${type}`
        const from = { remoteAddress: ATTACKER, headers: index % 2 === 0 ? headers : {} }
        return Promise.all([
          app.inject({ method: 'POST', url, payload: { country }, ...from }),
          app.inject({ url: `/api/rankings/leaderboards?type=${type}&country=${country}`, remoteAddress: ATTACKER }),
        ])
      })
    expectFair(await flooded(LENGTH, attack))
  })

  it('who searches 550 made-up tags a minute, searches take three seconds at most and the collector goes on', async () => {
    await app.inject({ method: 'POST', url: '/api/auth/register', payload: EVE })
    const { token } = await ask(app, login, { body: { identifier: EVE.email, password: EVE.password } })
    const headers = { authorization: `Bearer ${token}` }
    const answers: Promise<{ statusCode: number }>[] = []
    const attack = (second: number) => {
      const sent = Array.from({ length: 9 }, async (_, index) => {
        const payload = { tag: tagOf(second * 9 + index) }
        return app.inject({ method: 'POST', url: '/api/search', headers, payload, remoteAddress: ATTACKER })
      })
      answers.push(...sent)
      return sent
    }
    expectFair(await flooded(LENGTH, attack))
    const statuses = (await Promise.all(answers)).map(({ statusCode }) => statusCode)
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(2 * LENGTH)
  })
})
