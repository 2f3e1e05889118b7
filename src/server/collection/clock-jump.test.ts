import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestContext, type TestContext } from '#test/open-context.ts'
import { openTestStore, storeKinds, type TestStore } from '#test/open-store.ts'
import { claimDue } from './claim-due.ts'
import { mendTurns } from './mend-turns.ts'
import { runJobs } from './scheduler.ts'
import { markCollected } from './settle-target.ts'
import { shared } from './take-turn.ts'
import { track } from './track.ts'

const HOUR = 3_600_000

describe.each(storeKinds)('when the clock of the machine is put by hours, on the %s store', (kind) => {
  let store: TestStore
  let context: TestContext
  let jump = 0
  beforeAll(async () => {
    store = await openTestStore(kind)
  })
  beforeEach(async () => {
    await store.reset()
    jump = 0
    const { clock, ...rest } = openTestContext({ store })
    context = { ...rest, clock: { ...clock, now: () => new Date(clock.now().getTime() + jump) } }
  })
  afterAll(() => store.close())

  it.each([
    ['back', -9 * HOUR],
    ['forward', 9 * HOUR],
  ])('%s, jobs keep their pace, and one of many processes still does what one shall do', async (_where, by) => {
    const runs: number[] = []
    const job = { name: 'tick', everyMs: 60_000, run: async () => runs.push(context.clock.monotonic()) }
    const stopping = new AbortController()
    const ended = runJobs(context, [shared(context, job)], stopping.signal, () => 0)
    await context.clock.drive(until(() => runs.length === 2))
    jump = by
    await context.clock.drive(until(() => runs.length === 5))
    stopping.abort()
    await ended
    for (const [index, at] of runs.slice(1).entries()) expect(at - (runs[index] ?? 0)).toBeGreaterThanOrEqual(54_000)
    expect(runs.at(-1)).toBeLessThan(8 * HOUR)
  })

  it('back, a claim of before ends all the same', async () => {
    await track(context, [{ kind: 'club', key: '#2PP', class: 'searched' }])
    expect(await claimDue(context)).toHaveLength(1)
    jump = -9 * HOUR
    await track(context, [{ kind: 'club', key: '#2PQ', class: 'searched' }])
    await store.db.updateTable('collection_targets').set({ due_at: context.clock.now() }).execute()
    expect((await claimDue(context)).map(({ key }) => key).sort()).toEqual(['#2PP', '#2PQ'])
  })

  it('back, what was to be collected in an hour is not put off until the clock comes that far again', async () => {
    await track(context, [{ kind: 'club', key: '#2PP', class: 'searched' }])
    const [target] = await claimDue(context)
    if (target === undefined) throw new Error('nothing to claim')
    await markCollected(context, target, { observedAt: context.clock.now(), maxAgeSeconds: 0, liveliness: 'calm' })
    expect(await mendTurns(context)).toBe(0)
    jump = -9 * HOUR
    expect(await mendTurns(context)).toBe(1)
    expect(await mendTurns(context)).toBe(0)
    await context.clock.advance(HOUR)
    expect(await claimDue(context)).toHaveLength(1)
  })
})

function until(done: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const look = () => (done() ? resolve() : setImmediate(look))
    look()
  })
}
