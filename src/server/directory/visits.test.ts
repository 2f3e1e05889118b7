import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS } from '#shared/days.ts'
import { openTestContext, type TestContext } from '#test/open-context.ts'
import { openTestStore, storeKinds, type TestStore } from '#test/open-store.ts'
import { rising, settle } from '#test/small-world.ts'
import { noteVisit } from './noted-visits.ts'
import { flushVisits, forgetVisits } from './visits.ts'

const ADA = { tag: '#PPP', type: 'player' } as const

describe.each(storeKinds)('visits of a club or player on the %s store', (kind) => {
  let store: TestStore
  let context: TestContext
  beforeAll(async () => {
    store = await openTestStore(kind)
  })
  beforeEach(async () => {
    await store.reset()
    context = openTestContext({ store })
    await context.clock.advance(DAY_MS / 2 + 1)
    await settle(context, [
      { tag: '#2PP', name: 'Dolphins', members: [{ tag: '#PPP', name: 'Ada', days: rising('##', 9000) }] },
    ])
  })
  afterAll(() => store.close())

  const weight = async () =>
    (await store.db.selectFrom('player_summaries').select('popularity_weight').executeTakeFirstOrThrow())
      .popularity_weight
  const rows = () => store.db.selectFrom('visits').selectAll().execute()

  it('give popularity: 1 for a view, 3 for a search, once a day for each visitor', async () => {
    noteVisit(context.visits, { ...ADA, visitor: '192.0.2.1', kind: 'view' })
    noteVisit(context.visits, { ...ADA, visitor: '192.0.2.1', kind: 'view' })
    noteVisit(context.visits, { ...ADA, visitor: '192.0.2.2', kind: 'search' })
    expect(await weight()).toBe(0)
    expect(await flushVisits(context)).toBe(2)
    expect(await weight()).toBe(4)
    noteVisit(context.visits, { ...ADA, visitor: '192.0.2.1', kind: 'search' })
    await flushVisits(context)
    expect(await weight()).toBe(7)
  })

  it('are stored without addresses, and the same visitor has another hash on another day', async () => {
    noteVisit(context.visits, { ...ADA, visitor: '192.0.2.1', kind: 'view' })
    await flushVisits(context)
    await context.clock.advance(DAY_MS)
    noteVisit(context.visits, { ...ADA, visitor: '192.0.2.1', kind: 'view' })
    await flushVisits(context)
    const visitors = (await rows()).map((row) => row.visitor.toString('hex'))
    expect(new Set(visitors).size).toBe(2)
    expect(JSON.stringify(await rows())).not.toContain('192.0.2')
  })

  it('are deleted after 7 days with the popularity that they gave', async () => {
    noteVisit(context.visits, { ...ADA, visitor: '192.0.2.1', kind: 'view' })
    await flushVisits(context)
    await context.clock.advance(6 * DAY_MS)
    expect(await forgetVisits(context)).toBe(0)
    expect(await weight()).toBe(1)
    await context.clock.advance(DAY_MS)
    expect(await forgetVisits(context)).toBe(1)
    expect([await weight(), await rows()]).toEqual([0, []])
  })

  it('of one network count for 300 entities a day', async () => {
    for (let index = 0; index < 400; index++) {
      noteVisit(context.visits, { type: 'club', tag: `#2${index}`, visitor: '192.0.2.1', kind: 'view' })
    }
    noteVisit(context.visits, { ...ADA, visitor: '192.0.2.2', kind: 'view' })
    expect(await flushVisits(context)).toBe(301)
  })
})
