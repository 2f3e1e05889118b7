import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { EXAMPLE_CLUB_TAG } from '#demo/world/landmarks.ts'
import { createApp } from '#server/app.ts'
import type { Context } from '#server/context.ts'
import { createGuestSession } from '#shared/contract/accounts.ts'
import { HOUR_MS, MINUTE_MS } from '#shared/days.ts'
import { answerOf } from '#test/ask.ts'
import { isWholeRun } from '#test/how-much.ts'
import { openTestStore, storeKinds, type TestStore } from '#test/open-store.ts'
import { type Fault, openTestWorld, type TestWorld } from '#test/open-world.ts'
import { collectDue } from './collect-due.ts'
import { ROUND } from './queue.ts'
import { runJobs } from './scheduler.ts'
import { track } from './targets.ts'

const OUTAGE_MS = (isWholeRun ? 5 : 2) * MINUTE_MS
const CLUB_PAGE = `/api/browse/club/${EXAMPLE_CLUB_TAG.slice(1)}`

/** Calls that are under way when the trouble begins. From then on there is one in ten seconds. */
const MOST_AT_FIRST = 8

describe.each(storeKinds)('collecting from a game in trouble, on the %s store', (kind) => {
  let store: TestStore
  let world: TestWorld
  let context: Context
  let app: FastifyInstance
  let stopping: AbortController
  let running: Promise<void> | undefined
  beforeAll(async () => {
    store = await openTestStore(kind)
  })
  beforeEach(async () => {
    await store.reset()
    world = await openTestWorld(store)
    context = world.context({ api: { callsPerSecond: 8 } })
    app = await createApp(context)
    stopping = new AbortController()
    running = undefined
    await storeWorld()
  })
  afterEach(async () => {
    stopping.abort()
    if (running !== undefined) await world.clock.drive(running)
    await app.close()
    await world.close()
  })
  afterAll(() => store.close())

  /** Stores all clubs of the world once, and lets time pass until they are due again. */
  async function storeWorld() {
    const { body } = await world.clock.drive(context.gameApi.getClubRanking('global'))
    await track(
      context,
      body.map(({ tag }) => ({ kind: 'club', key: tag, class: 'ranked' })),
    )
    await world.clock.drive(collectDue(context), 0.25)
    await world.clock.advance(2 * HOUR_MS)
  }

  function keepCollecting() {
    const job = { name: 'collect', everyMs: 2000, run: (signal: AbortSignal) => collectDue(context, signal) }
    running = runJobs(context, [job], stopping.signal)
  }

  /** Moves the clock in small steps, so that calls and statements under way are answered in between. */
  async function pass(ms: number, work = () => turns(4)) {
    const end = world.clock.monotonic() + ms
    for (let step = 1; world.clock.monotonic() < end; step++) {
      await world.clock.advance(50)
      await work()
      // The store answers in real time: on a busy machine the clock must not run away from it.
      if (step % 40 === 0) await lastSeen()
    }
  }

  /** Real time for the game and the store, which on a busy machine take longer than a turn of the event loop. */
  const inTheirOwnTime = () => new Promise<void>((resolve) => setTimeout(resolve, 2))

  async function turns(count: number) {
    for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve))
  }

  async function until(holds: () => boolean) {
    while (!holds()) await turns(1)
  }

  const scans = async () => {
    const rows = await store.db.selectFrom('club_months').select('scans').execute()
    return rows.flatMap((row) => row.scans).reduce<number>((sum, count) => sum + (count ?? 0), 0)
  }
  const lastSeen = async () =>
    (await store.db.selectFrom('clubs').select('observed_at').orderBy('tag').execute()).map((club) => club.observed_at)

  const TROUBLE: [string, Fault][] = [
    ['hangs', { path: '/v1/*', kind: 'hang' }],
    ['slows us down', { path: '/v1/*', kind: '429' }],
    ['names a time to wait', { path: '/v1/*', kind: '429-retry-after', retryAfterSeconds: 20 }],
    ['refuses the key', { path: '/v1/*', kind: '403' }],
  ]

  it.each(TROUBLE)(
    'that %s: pages go on, few calls are made, nothing is written in part, and collecting resumes',
    async (_trouble, fault) => {
      const before = { scans: await scans(), seen: await lastSeen() }
      await world.setFaults([fault])
      await world.calls()
      keepCollecting()
      await world.clock.drive(
        until(() => world.incidents.length > 0),
        25,
      )
      const found = (await world.calls()).total
      expect(found).toBeLessThanOrEqual(MOST_AT_FIRST)
      await pass(OUTAGE_MS)
      const { total } = await world.calls()
      expect(total).toBeGreaterThan(0)
      expect(total).toBeLessThanOrEqual(1 + OUTAGE_MS / 10_000)

      const page = await app.inject(CLUB_PAGE)
      expect(page.statusCode).toBe(200)
      expect({ scans: await scans(), seen: await lastSeen() }).toEqual(before)
      expect(await guestSearch()).toMatchObject({ status: 200 })

      await world.setFaults([])
      const healed = world.clock.now()
      await pass(MINUTE_MS, inTheirOwnTime)
      await settled(healed)
      const seen = await lastSeen()
      const soonest = Math.min(...seen.map((date) => date.getTime()).filter((time) => time >= healed.getTime()))
      expect(soonest - healed.getTime()).toBeLessThanOrEqual(MINUTE_MS)
    },
  )

  it('that names a long time to wait: collecting waits for it without claiming targets again and again', async () => {
    await world.setFaults([{ path: '/v1/*', kind: '429-retry-after', retryAfterSeconds: 600, remaining: 1 }])
    const collecting = collectDue(context)
    const quiet = () => context.gameApi.status().state === 'throttled' && world.clock.waiting() === 1
    await world.clock.drive(until(quiet), 1)
    await pass(10 * MINUTE_MS)
    const tally = await world.clock.drive(collecting, 1)
    expect(tally).toMatchObject({ failed: 0, late: 0, collected: (await lastSeen()).length })
    expect(tally.givenBack).toBeLessThanOrEqual(ROUND)
  })

  /** Gives the store real time to write what was collected last. */
  async function settled(healed: Date) {
    for (let turn = 0; turn < 200 && !(await lastSeen()).some((date) => date >= healed); turn++) await pass(0)
  }

  async function guestSearch() {
    const session = await app.inject({ method: 'POST', url: '/api/auth/guest-session' })
    const headers = { 'x-guest-session': answerOf(createGuestSession, session).session_id }
    const asking = app.inject({ method: 'POST', url: '/api/search', headers, payload: { tag: EXAMPLE_CLUB_TAG } })
    const answer = await world.clock.drive(Promise.resolve(asking))
    return { status: answer.statusCode, body: answer.json() }
  }
})
