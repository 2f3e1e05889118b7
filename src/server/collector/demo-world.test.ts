import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestContext, type TestContext } from '#test/open-context.ts'
import { openTestStore, storeKinds, type TestStore } from '#test/open-store.ts'
import { settle } from '#test/small-world.ts'
import { noteFilled, noteRealGame, openDemoWorld } from './demo-world.ts'

describe.each(storeKinds)('the store of a demo, on the %s store', (kind) => {
  let store: TestStore
  let context: TestContext
  let lines: string[]
  beforeAll(async () => {
    store = await openTestStore(kind)
  })
  afterAll(() => store.close())
  beforeEach(async () => {
    await store.reset()
    lines = []
    const log = pino({ level: 'info' }, { write: (line: string) => lines.push(JSON.parse(line).msg) })
    context = openTestContext({ store, log })
    await open(12)
    await settle(context, [{ tag: '#2PYL', name: 'Divers', members: [{ tag: '#2PY', name: 'Ada', days: [500] }] }])
    const user = { username: 'ada', email: 'ada@example.com', password_hash: 'none', created_at: context.clock.now() }
    await store.db.insertInto('users').values(user).execute()
  })

  const open = (clubs: number) => openDemoWorld(context, { DEMO_CLUBS: clubs, DEMO_HISTORY_DAYS: 30 })
  const count = async (table: 'clubs' | 'player_months' | 'club_summaries' | 'users') =>
    (await store.db.selectFrom(table).selectAll().execute()).length

  it('keeps what is stored while the world is the same', async () => {
    const filled = context.clock.now()
    await noteFilled(store.db, filled)
    await context.clock.advance(3_600_000)
    expect((await open(12)).filledUntil).toEqual(filled)
    expect([await count('clubs'), await count('player_months'), lines]).toEqual([1, 1, []])
  })

  it('begins anew with another world, says so, and keeps accounts', async () => {
    await noteFilled(store.db, context.clock.now())
    const { historyFrom, filledUntil } = await open(24)
    expect(filledUntil).toEqual(historyFrom)
    expect([await count('clubs'), await count('player_months'), await count('users')]).toEqual([0, 0, 1])
    expect(lines).toEqual([expect.stringContaining('begins anew, and accounts stay')])
    await open(24)
    expect(lines).toHaveLength(1)
  })

  it('never deletes data of the real game', async () => {
    await noteRealGame(store.db)
    await open(24)
    expect([await count('clubs'), lines]).toEqual([1, [expect.stringContaining('nothing is deleted')]])
  })
})
