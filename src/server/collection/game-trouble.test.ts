import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestStore, storeKinds, type TestStore } from '#test/open-store.ts'
import { type Fault, openTestWorld, type TestWorld } from '#test/open-world.ts'
import { EXAMPLE_CLUB_TAG } from '../../demo/landmarks.ts'
import type { Context } from '../context.ts'
import { createApp } from '../http/app.ts'
import { collectDue } from './collect-due.ts'
import { runJobs } from './scheduler.ts'
import { track } from './track.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const OUTAGE_MS = 5 * MINUTE_MS
const CLUB_PAGE = `/api/browse/club/${EXAMPLE_CLUB_TAG.slice(1)}`

/** Calls that find out that something is wrong, several of them under way at once; from then on one in ten seconds. */
const FIRST_CALLS = 24

describe.each(storeKinds)('collecting while the game is in trouble, on the %s store', (kind) => {
  let store: TestStore
  let world: TestWorld
  let context: Context
  let app: FastifyInstance
  let stopping: AbortController
  let running: Promise<void>
  beforeAll(async () => {
    store = await openTestStore(kind)
  })
  beforeEach(async () => {
    await store.reset()
    world = await openTestWorld(store)
    context = world.context()
    app = await createApp(context)
    stopping = new AbortController()
    await storeWorld()
  })
  afterEach(async () => {
    stopping.abort()
    await world.clock.drive(running)
    await app.close()
    await world.close()
  })
  afterAll(() => store.close())

  /** All clubs of the world are stored once, and due again. */
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

  /** Lets time go by in steps that leave the calls and statements under way their turn. */
  async function pass(ms: number) {
    const end = world.clock.monotonic() + ms
    while (world.clock.monotonic() < end) {
      await world.clock.advance(100)
      await new Promise((resolve) => setImmediate(resolve))
    }
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
    'it %s: pages go on, the game is left in peace, nothing is half-written, and it resumes',
    async (_what, fault) => {
      const before = { scans: await scans(), seen: await lastSeen() }
      await world.setFaults([fault])
      await world.calls()
      keepCollecting()
      await pass(OUTAGE_MS)
      const { total } = await world.calls()
      expect(total).toBeGreaterThan(0)
      expect(total).toBeLessThanOrEqual(FIRST_CALLS + OUTAGE_MS / 10_000)

      const page = await app.inject(CLUB_PAGE)
      expect(page.statusCode).toBe(200)
      expect({ scans: await scans(), seen: await lastSeen() }).toEqual(before)
      expect(await guestSearch()).toMatchObject({ status: 200 })

      await world.setFaults([])
      const healed = world.clock.now()
      await pass(MINUTE_MS)
      await settled(healed)
      const seen = await lastSeen()
      const soonest = Math.min(...seen.map((date) => date.getTime()).filter((time) => time >= healed.getTime()))
      expect(soonest - healed.getTime()).toBeLessThanOrEqual(MINUTE_MS)
    },
  )

  /** The store may need real time for what was read in the last moment. */
  async function settled(healed: Date) {
    for (let turn = 0; turn < 200 && !(await lastSeen()).some((date) => date >= healed); turn++) await pass(0)
  }

  async function guestSearch() {
    const session = await app.inject({ method: 'POST', url: '/api/auth/guest-session' })
    const headers = { 'x-guest-session': session.json().session_id }
    const asking = app.inject({ method: 'POST', url: '/api/search', headers, payload: { tag: EXAMPLE_CLUB_TAG } })
    const answer = await world.clock.drive(Promise.resolve(asking))
    return { status: answer.statusCode, body: answer.json() }
  }
})
