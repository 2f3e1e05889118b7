import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { CLUB_TAG_NOT_BEGINNING_WITH_2, EXAMPLE_CLUB_TAG } from '#demo/world/landmarks.ts'
import type { Context } from '#server/context.ts'
import { summarise } from '#server/directory/summarise.ts'
import { DAY_MS } from '#shared/days.ts'
import { openTestStore, storeKinds, type TestStore } from '#test/open-store.ts'
import { openTestWorld, type TestWorld } from '#test/open-world.ts'
import { collectDue } from './collect-due.ts'
import { collectClub } from './collect-tag.ts'
import { createHistoryFill, scanTimes } from './demo-past.ts'
import { demoSettings } from './demo-world.ts'
import { track } from './targets.ts'
import { repairDueTimes } from './upkeep.ts'

const DAYS = 3

describe.each(storeKinds)('the history of the demo, on the %s store', (kind) => {
  let store: TestStore
  let world: TestWorld
  beforeAll(async () => {
    store = await openTestStore(kind)
  })
  beforeEach(async () => {
    await store.reset()
    world = await openTestWorld(store)
  })
  afterEach(() => world.close())
  afterAll(() => store.close())

  async function fillOf(context: Context) {
    const settings = await demoSettings(store.db, world.clock.now(), context.config.DEMO_HISTORY_DAYS)
    const past = world.context({ api: { demoTime: true, callsPerSecond: 1_000_000 } }).gameApi
    return createHistoryFill(context, { past, settings, examples: [EXAMPLE_CLUB_TAG], unseen: new Map() })
  }

  function context(days = DAYS): Context {
    const made = world.context({
      settings: { DEMO_HISTORY_DAYS: String(days) },
      summarise: (renewed) => summarise(made, renewed),
    })
    return made
  }

  const shown = async () =>
    (await store.db.selectFrom('club_summaries').select('tag').orderBy('tag').execute()).map((club) => club.tag)

  it('shows the example club before it asks for the others, and has battles of those who played', async () => {
    const settings = await demoSettings(store.db, world.clock.now(), DAYS)
    const past = world.context({ api: { demoTime: true, callsPerSecond: 1_000_000 } }).gameApi
    let early: string[] | undefined
    const getClub: typeof past.getClub = async (tag, options) => {
      if (tag !== EXAMPLE_CLUB_TAG) early ??= await shown()
      return past.getClub(tag, options)
    }
    const filled = { past: { ...past, getClub }, settings, examples: [EXAMPLE_CLUB_TAG], unseen: new Map() }
    const fill = createHistoryFill(context(), filled)
    await world.clock.drive(fill.run(new AbortController().signal, () => {}))
    expect(early).toEqual([EXAMPLE_CLUB_TAG])
    const clubs = await store.db.selectFrom('clubs').select('tag').orderBy('tag').execute()
    expect(await shown()).toEqual(clubs.map((club) => club.tag))
    const members = await store.db
      .selectFrom('club_members')
      .select('player_tag')
      .where('club_tag', '=', EXAMPLE_CLUB_TAG)
      .execute()
    const days = await store.db.selectFrom('player_battles').select(['player_tag', 'day']).execute()
    expect(new Set(days.map(({ day }) => day)).size).toBeGreaterThanOrEqual(DAYS)
    const ofExample = new Set(members.map((member) => member.player_tag))
    const played = new Set(days.map((day) => day.player_tag))
    expect(played.intersection(ofExample).size).toBeGreaterThan(ofExample.size / 2)
    // A few other clubs are listened to as well.
    expect(played.difference(ofExample).size).toBeGreaterThan(0)
  })

  it('has three days without any scan where it is long, and then goes on', async () => {
    const made = context(60)
    const settings = await demoSettings(store.db, world.clock.now(), 60)
    const past = world.context({ api: { demoTime: true, callsPerSecond: 1_000_000 } }).gameApi
    const scansOn = new Map<number, number>()
    const getClub: typeof past.getClub = (tag, options) => {
      const day = Math.floor(((options?.at?.getTime() ?? 0) - settings.historyFrom.getTime()) / DAY_MS)
      scansOn.set(day, (scansOn.get(day) ?? 0) + 1)
      return past.getClub(tag, options)
    }
    const fill = createHistoryFill(made, {
      past: { ...past, getClub },
      settings,
      examples: [EXAMPLE_CLUB_TAG],
      unseen: new Map(),
    })
    await world.clock.drive(fill.ahead('club', CLUB_TAG_NOT_BEGINNING_WITH_2))
    expect([36, 37, 38, 39, 40, 41, 42].map((day) => scansOn.get(day) ?? 0)).toEqual([4, 4, 0, 0, 0, 4, 4])
  })

  it('has clubs at which nobody has looked for days where it is long, and which only a visitor has collected', async () => {
    const made = context(60)
    const settings = await demoSettings(store.db, world.clock.now(), 60)
    const past = world.context({ api: { demoTime: true, callsPerSecond: 1_000_000 } }).gameApi
    const unseen = new Map([[CLUB_TAG_NOT_BEGINNING_WITH_2, 6]])
    const seenAt = async () =>
      (
        await store.db
          .selectFrom('clubs')
          .select('observed_at')
          .where('tag', '=', CLUB_TAG_NOT_BEGINNING_WITH_2)
          .execute()
      )[0]?.observed_at
    let isOver = false
    const getClub: typeof past.getClub = (...call) => {
      if (isOver) throw new Error('over')
      return past.getClub(...call)
    }
    const fill = createHistoryFill(made, { past: { ...past, getClub }, settings, examples: [EXAMPLE_CLUB_TAG], unseen })
    const begun = world.clock.now().getTime()
    await world.clock.drive(fill.ahead('club', CLUB_TAG_NOT_BEGINNING_WITH_2))
    const days = (begun - ((await seenAt())?.getTime() ?? 0)) / DAY_MS
    expect([days > 6, days < 6.3]).toEqual([true, true])
    isOver = true
    await expect(world.clock.drive(fill.run(new AbortController().signal, () => {}))).rejects.toThrow('over')
    await track(made, [{ kind: 'club', key: CLUB_TAG_NOT_BEGINNING_WITH_2, class: 'ranked' }])
    await repairDueTimes(made)
    await world.clock.advance(8 * DAY_MS)
    await world.clock.drive(collectDue(made))
    expect((begun - ((await seenAt())?.getTime() ?? 0)) / DAY_MS).toBe(days)
    await world.clock.drive(collectClub(made, CLUB_TAG_NOT_BEGINNING_WITH_2, { priority: 'visitor' }))
    expect((await seenAt())?.getTime()).toBeGreaterThan(begun)
  })

  it('is left in the midst of a day when it is told to stop, and completed by the next start', async () => {
    const made = context()
    const settings = await demoSettings(store.db, world.clock.now(), DAYS)
    const past = world.context({ api: { demoTime: true, callsPerSecond: 1_000_000 } }).gameApi
    const stopping = new AbortController()
    let calls = 0
    const getClub: typeof past.getClub = (...call) => {
      calls += 1
      if (calls === 20) stopping.abort()
      return past.getClub(...call)
    }
    const fill = createHistoryFill(made, {
      past: { ...past, getClub },
      settings,
      examples: [EXAMPLE_CLUB_TAG],
      unseen: new Map(),
    })
    await expect(world.clock.drive(fill.run(stopping.signal, () => {}))).rejects.toThrow()
    expect(calls).toBeLessThan(36)
    expect(fill.progress()).not.toBeNull()
    const next = await fillOf(made)
    await world.clock.drive(next.run(new AbortController().signal, () => {}))
    const months = await store.db
      .selectFrom('club_months')
      .select('scans')
      .where('club_tag', '=', EXAMPLE_CLUB_TAG)
      .execute()
    const scans = months.flatMap((month) => month.scans).reduce((sum: number, day) => sum + (day ?? 0), 0)
    expect(scans).toBeGreaterThanOrEqual(16 * DAYS)
  })

  it('is filled once, even when a second collector starts to fill it', async () => {
    const signal = new AbortController().signal
    const [first, second] = [await fillOf(context()), await fillOf(context())]
    await world.clock.drive(first.run(signal, () => {}))
    const { filledUntil } = await demoSettings(store.db, world.clock.now(), DAYS)
    const filling = (await world.calls()).kinds.club ?? 0
    const said: string[] = []
    await world.clock.drive(second.run(signal, (line) => said.push(line)))
    // The clock moved while the first one worked, so a scan or two of that time may be due.
    expect((await world.calls()).kinds.club ?? 0).toBeLessThan(filling / 20)
    expect(said).toEqual(['Demo history: complete'])
    expect(filledUntil.getTime()).toBeLessThanOrEqual(world.clock.now().getTime())
  })
})

const start = new Date('2026-08-01T00:00:00Z')

it('scanTimes gives four scans of a club for any whole day', () => {
  const times = scanTimes('#2PP', 4, start, new Date(start.getTime() + 3 * DAY_MS))
  expect(times).toHaveLength(12)
  expect(new Set(times.map((time) => time.getTime() % (DAY_MS / 4))).size).toBe(1)
})

it('scanTimes of two spans in a row gives the scans of both together, none twice', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 5 * DAY_MS }), fc.integer({ min: 1, max: 24 }), (cut, perDay) => {
      const middle = new Date(start.getTime() + cut)
      const end = new Date(start.getTime() + 5 * DAY_MS)
      const whole = scanTimes('#8QR', perDay, start, end)
      expect([...scanTimes('#8QR', perDay, start, middle), ...scanTimes('#8QR', perDay, middle, end)]).toEqual(whole)
      expect(whole.every((time) => time > start && time <= end)).toBe(true)
    }),
  )
})
