import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/days.ts'
import { openTestContext, type TestContext } from '#test/open-context.ts'
import { openTestStore, storeKinds, type TestStore } from '#test/open-store.ts'
import { type ClaimedTarget, claimDue, ROUND, releaseTarget, settleCollected, settleFailed } from './queue.ts'
import { runByOneProcess, runJobs } from './scheduler.ts'
import { TARGET_CLASS, type TargetClass, track } from './targets.ts'
import { repairClockJump, repairDueTimes } from './upkeep.ts'

const LEASE_MS = 120_000

describe.each(storeKinds)('claiming targets on the %s store', (kind) => {
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

  function trackMany(count: number, targetClass: TargetClass) {
    const keys = Array.from({ length: count }, (_, index) => `#${targetClass}${index}`)
    return track(
      context,
      keys.map((key) => ({ kind: 'club', key, class: targetClass })),
    )
  }

  function countByClass(targets: ClaimedTarget[]) {
    return Object.fromEntries([...Map.groupBy(targets, (target) => target.class)].map(([k, v]) => [k, v.length]))
  }

  it('gives each target to one collector, however many claim at once', async () => {
    await trackMany(90, 'member')
    const rounds = await Promise.all(Array.from({ length: 8 }, () => claimDue(context)))
    const keys = rounds.flat().map((target) => target.key)
    expect(keys.length).toBeGreaterThanOrEqual(80)
    expect(new Set(keys).size).toBe(keys.length)
  })

  it('gives every class its share of a round, and the best class what another does not need', async () => {
    await trackMany(50, 'discovered')
    await trackMany(50, 'member')
    expect(countByClass(await claimDue(context))).toEqual({ 3: 17, 4: 3 })
    await trackMany(50, 'searched')
    await trackMany(50, 'ranked')
    expect(countByClass(await claimDue(context))).toEqual({ 1: 8, 2: 5, 3: 4, 4: 3 })
  })

  it('takes the target that is due for longest first, and none before its time', async () => {
    await track(context, [{ kind: 'club', key: '#OLD', class: 'member' }])
    await context.clock.advance(1000)
    await trackMany(ROUND, 'member')
    expect((await claimDue(context)).map((target) => target.key)).toContain('#OLD')
    const [target] = await claimDue(context)
    if (target === undefined) throw new Error('nothing left to claim')
    await settleCollected(context, target, {
      observedAt: context.clock.now(),
      maxAgeSeconds: 7200,
      liveliness: 'lively',
    })
    await context.clock.advance(7_190_000)
    expect((await claimDue(context)).map(({ key }) => key)).not.toContain(target.key)
    await context.clock.advance(10_000)
    expect(
      await store.db
        .selectFrom('collection_targets')
        .select('interval_seconds')
        .where('key', '=', target.key)
        .executeTakeFirst(),
    ).toEqual({ interval_seconds: 1800 })
    expect((await dueKeys()).includes(target.key)).toBe(true)
  })

  async function dueKeys() {
    const keys: string[] = []
    for (let round = await claimDue(context); round.length > 0; round = await claimDue(context)) {
      keys.push(...round.map((target) => target.key))
    }
    return keys
  }

  it('lets another collector take over when a claim has run out, and ignores what the first brings late', async () => {
    await track(context, [{ kind: 'club', key: '#2PP', class: 'searched' }])
    const [paused] = await claimDue(context)
    expect(await claimDue(context)).toEqual([])
    await context.clock.advance(LEASE_MS)
    const [other] = await claimDue(context)
    if (paused === undefined || other === undefined) throw new Error('not claimed')
    const finding = { observedAt: context.clock.now(), maxAgeSeconds: 0, liveliness: 'silent' } as const
    expect(await settleCollected(context, paused, finding)).toBe(false)
    expect(await settleFailed(context, paused, 'timeout')).toBe(false)
    expect(await settleCollected(context, other, finding)).toBe(true)
    const row = await store.db.selectFrom('collection_targets').selectAll().executeTakeFirst()
    expect(row).toMatchObject({ failures: 0, last_error: null, interval_seconds: 7200, leased_until: null })
  })

  it('gives a failed target a later turn with its reason, and a target that was given back one at once', async () => {
    await track(context, [{ kind: 'club', key: '#2PP', class: 'searched' }])
    const [first] = await claimDue(context)
    if (first === undefined) throw new Error('not claimed')
    await releaseTarget(context, first)
    const [second] = await claimDue(context)
    if (second === undefined) throw new Error('not given back')
    await settleFailed(context, second, 'malformed')
    expect(await claimDue(context)).toEqual([])
    expect(await store.db.selectFrom('collection_targets').select('last_error').executeTakeFirst()).toEqual({
      last_error: 'malformed',
    })
    await context.clock.advance(60_000)
    expect(await claimDue(context)).toMatchObject([{ key: '#2PP', failures: 1 }])
  })

  it('gives a target that failed in an outage a turn in a minute, however often it happens', async () => {
    await track(context, [{ kind: 'club', key: '#2PP', class: 'searched' }])
    for (let time = 0; time < 5; time++) {
      const [target] = await claimDue(context)
      if (target === undefined) throw new Error('not claimed')
      await settleFailed(context, target, 'timeout', { isOutage: true })
      await context.clock.advance(60_000)
    }
    expect(await claimDue(context)).toMatchObject([{ key: '#2PP', failures: 0 }])
  })

  it('collects less often what nobody asked for in a month, until somebody does', async () => {
    await track(context, [{ kind: 'player', key: '#2PP', class: 'searched' }])
    await context.clock.advance(31 * DAY_MS)
    const [target] = await claimDue(context)
    if (target === undefined) throw new Error('not claimed')
    await settleCollected(context, target, { observedAt: context.clock.now(), maxAgeSeconds: 0, liveliness: 'lively' })
    const row = () => store.db.selectFrom('collection_targets').select(['class', 'interval_seconds']).executeTakeFirst()
    expect(await row()).toEqual({ class: TARGET_CLASS.discovered, interval_seconds: 86_400 })
    await track(context, [{ kind: 'player', key: '#2PP', class: 'searched' }])
    expect((await row())?.class).toBe(TARGET_CLASS.searched)
  })
})

describe.each(storeKinds)('a machine whose clock is changed by hours, on the %s store', (kind) => {
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
    ['back', -9 * HOUR_MS],
    ['forward', 9 * HOUR_MS],
  ])('keeps jobs in their interval, shared ones too, when the clock is put %s', async (_where, by) => {
    const runs: number[] = []
    const job = { name: 'tick', everyMs: 60_000, run: async () => runs.push(context.clock.monotonic()) }
    const stopping = new AbortController()
    const ended = runJobs(context, [runByOneProcess(context, job)], stopping.signal, () => 0)
    await context.clock.drive(until(() => runs.length === 2))
    jump = by
    await context.clock.drive(until(() => runs.length === 5))
    stopping.abort()
    await ended
    for (const [index, at] of runs.slice(1).entries()) expect(at - (runs[index] ?? 0)).toBeGreaterThanOrEqual(54_000)
    expect(runs.at(-1)).toBeLessThan(8 * HOUR_MS)
  })

  it('ends a claim that was made before the clock was put back', async () => {
    await track(context, [{ kind: 'club', key: '#2PP', class: 'searched' }])
    expect(await claimDue(context)).toHaveLength(1)
    jump = -9 * HOUR_MS
    await track(context, [{ kind: 'club', key: '#2PQ', class: 'searched' }])
    await store.db.updateTable('collection_targets').set({ due_at: context.clock.now() }).execute()
    expect((await claimDue(context)).map(({ key }) => key).sort()).toEqual(['#2PP', '#2PQ'])
  })

  it('collects a target in its hour, though the clock was put back', async () => {
    await track(context, [{ kind: 'club', key: '#2PP', class: 'searched' }])
    const [target] = await claimDue(context)
    if (target === undefined) throw new Error('nothing to claim')
    await settleCollected(context, target, { observedAt: context.clock.now(), maxAgeSeconds: 0, liveliness: 'calm' })
    expect(await repairDueTimes(context)).toBe(0)
    jump = -9 * HOUR_MS
    expect(await repairDueTimes(context)).toBe(1)
    expect(await repairDueTimes(context)).toBe(0)
    await context.clock.advance(HOUR_MS)
    expect(await claimDue(context)).toHaveLength(1)
  })

  it('notes that the clock was put back, once', async () => {
    const noted = () => store.db.selectFrom('settings').select('value').where('key', '=', 'clock jump').execute()
    await track(context, [{ kind: 'club', key: '#2PP', class: 'searched' }])
    await repairClockJump(context)
    expect(await noted()).toEqual([])
    jump = -9 * HOUR_MS
    await repairClockJump(context)
    const [first] = await noted()
    await context.clock.advance(HOUR_MS)
    await repairClockJump(context)
    expect(await noted()).toEqual([first])
  })

  it('wants a scan that was held back confirmed after ten minutes', async () => {
    await track(context, [{ kind: 'club', key: '#2PP', class: 'searched' }])
    const [target] = await claimDue(context)
    if (target === undefined) throw new Error('nothing to claim')
    const finding = { observedAt: context.clock.now(), maxAgeSeconds: 0, liveliness: 'calm' } as const
    await settleCollected(context, target, { ...finding, isHeldBack: true })
    await context.clock.advance(9 * MINUTE_MS)
    expect(await claimDue(context)).toEqual([])
    await context.clock.advance(MINUTE_MS)
    expect(await claimDue(context)).toHaveLength(1)
  })
})

function until(done: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const look = () => (done() ? resolve() : setImmediate(look))
    look()
  })
}
