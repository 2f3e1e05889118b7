import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createApp } from '#server/app.ts'
import { getStatus } from '#shared/contract/status.ts'
import { MINUTE_MS } from '#shared/days.ts'
import { ask } from '#test/ask.ts'
import { openTestApp, openTestContext, type TestContext } from '#test/open-context.ts'
import { openTestStore, storeKinds, type TestStore } from '#test/open-store.ts'
import { registerStatus } from './routes.ts'

describe.each(storeKinds)('the status on the %s store', (kind) => {
  let store: TestStore
  let context: TestContext
  beforeAll(async () => {
    store = await openTestStore(kind)
  })
  beforeEach(async () => {
    await store.reset()
    context = openTestContext({ store })
  })
  afterAll(() => store.close())

  const minutesAgo = (minutes: number) => new Date(context.clock.now().getTime() - minutes * MINUTE_MS)

  /** Twenty clubs, seen one to twenty minutes ago; the oldest three are due. */
  async function fillStore() {
    const { db } = context
    const ages = Array.from({ length: 20 }, (_, index) => index + 1)
    const target = { kind: 'club', class: 1, interval_seconds: 3600 } as const
    await db
      .insertInto('collection_targets')
      .values(
        ages.map((age) => ({
          ...target,
          key: `#${age}`,
          collected_at: minutesAgo(age),
          due_at: minutesAgo(age - 17.5),
        })),
      )
      .execute()
    const incident = { kind: 'maintenance', message: 'The game is in maintenance' } as const
    const lately = { ...incident, started_at: minutesAgo(90), ended_at: minutesAgo(60) }
    const longAgo = { ...incident, started_at: minutesAgo(20_000), ended_at: minutesAgo(19_000) }
    await db.insertInto('incidents').values([lately, longAgo]).execute()
    const day = '2026-06-01'
    await db
      .insertInto('glitches')
      .values([
        { kind: 'trophies', day, count: 4 },
        { kind: 'held back', day, count: 3 },
      ])
      .execute()
    const value = JSON.stringify(minutesAgo(5).toISOString())
    await db.insertInto('settings').values({ key: 'clock jump', value }).execute()
  }

  it('says how old the data is, what waits to be collected, and what went wrong', async () => {
    await fillStore()
    const app = openTestApp(context, [registerStatus])
    const status = await ask(app, getStatus, {})
    expect(status).toMatchObject({
      observation_age_seconds: { median: 600, p95: 1140 },
      queue: { due: 3, oldest_due_seconds: 150 },
      game_api: { state: 'ok', calls_last_minute: 0, calls_per_second: 100, calls_left_this_second: 100 },
      set_aside: 4,
      held_back: 3,
      clock_jumped_at: minutesAgo(5).toISOString(),
      incidents: [
        { kind: 'maintenance', started_at: minutesAgo(90).toISOString(), ended_at: minutesAgo(60).toISOString() },
      ],
    })
  })

  it('counts players who were looked at within 24 hours, not those who should have been', async () => {
    const player = { kind: 'player', class: 1, interval_seconds: 3600, due_at: context.clock.now() } as const
    const looked = [60, 60 * 23, 60 * 25].map((age) => ({ ...player, key: `#P${age}`, collected_at: minutesAgo(age) }))
    await context.db.insertInto('collection_targets').values(looked).execute()
    const app = openTestApp(context, [registerStatus])
    expect((await ask(app, getStatus, {})).players_daily).toBe(2)
  })

  it('tells how much of the history of the demo is filled', async () => {
    const filling = { progress: () => ({ daysDone: 13, daysTotal: 90 }), hurry: () => {} }
    const app = openTestApp(Object.assign(context, { demoHistory: filling }), [registerStatus])
    expect((await ask(app, getStatus, {})).history).toEqual({ days_done: 13, days_total: 90, percent: 14.4 })
  })

  it('is null, not zero, where the store is empty, and is kept for five seconds', async () => {
    const app = await createApp(context)
    const status = () => ask(app, getStatus, {})
    const first = await status()
    expect(first).toMatchObject({ tracked_clubs: 0, observation_age_seconds: { median: null, p95: null } })
    await fillStore()
    await context.clock.advance(4999)
    expect(await status()).toEqual(first)
    await context.clock.advance(1)
    await vi.waitFor(async () => expect(await status()).toMatchObject({ queue: { due: 3 } }))
    await app.close()
  })
})
