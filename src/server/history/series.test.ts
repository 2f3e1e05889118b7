import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { calendarDay, DAY_MS, dayOf } from '#shared/days.ts'
import { CLUB } from '#test/club-history.ts'
import { openTestStore, storeKinds, type TestStore } from '#test/open-store.ts'
import { anyClubAnswers, membersOf, recompute, seriesOfSeen } from '#test/recomputed-history.ts'
import { ingest } from './ingest/ingest.ts'
import { readClubHistory, readMemberHistories } from './members.ts'
import { readClubSeries, readPlayerSeries, readTrackedSeries, type Subject } from './series.ts'
import { type StoredDays, seriesOf } from './stored-days.ts'

const byTag = <T extends { tag: string }>(rows: T[]) => rows.toSorted((one, other) => (one.tag < other.tag ? -1 : 1))

const anyStory = fc.record({
  answers: anyClubAnswers,
  portions: fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 6 }),
  again: fc.nat(40),
  days: fc.constantFrom(7, 30, 90),
  waited: fc.integer({ min: 0, max: 12 }),
})
type Given = typeof anyStory extends fc.Arbitrary<infer T> ? T : never

describe.each(storeKinds)('the stored history (%s)', (kind) => {
  let store: TestStore
  beforeAll(async () => {
    store = await openTestStore(kind)
  })
  afterAll(() => store.close())

  const subjectOf = (tag: string, seen: { at: Date; trophies: number }[]): Subject => ({
    tag,
    firstSeenAt: seen[0]?.at ?? null,
    firstTrophies: seen[0]?.trophies ?? null,
  })

  it('is read as the answers told it, whether they came in few or many portions, twice or late', async () => {
    const check = async ({ answers, portions, again, days, waited }: Given) => {
      await store.reset()
      let rest = answers
      for (let turn = 0; rest.length > 0; turn++) {
        const size = portions[turn % portions.length] ?? 1
        await ingest(store.db, rest.slice(0, size))
        rest = rest.slice(size)
      }
      await ingest(store.db, answers.slice(0, again))
      const known = recompute(answers)
      const now = new Date((answers.at(-1)?.observedAt.getTime() ?? 0) + waited * DAY_MS)
      const window = { days, now }
      const subjects = [...known.players].map(([tag, seen]) => subjectOf(tag, seen))
      const series = await readPlayerSeries(store.db, subjects, window)
      for (const [tag, seen] of known.players) {
        expect({ tag, ...series.get(tag) }).toEqual({ tag, ...seriesOfSeen(seen, dayOf(now), days) })
        expect((await readTrackedSeries(store.db, 'player', tag, window))?.series).toEqual(series.get(tag))
      }
      if (known.club.length === 0) return
      const { changes, ...club } = await readClubSeries(store.db, subjectOf(CLUB, known.club), window)
      const observedAt = known.club.at(-1)?.at
      const { tag: _tag, ...first } = subjectOf(CLUB, known.club)
      const tracked = { ...first, observedAt, series: { changes, ...club } }
      expect(await readTrackedSeries(store.db, 'club', CLUB, window)).toEqual(tracked)
      const { changes: _, ...expected } = seriesOfSeen(known.club, dayOf(now), days)
      expect(club).toEqual(expected)
      const found = await readMemberHistories(store.db, CLUB, window)
      expect(byTag(found?.members ?? [])).toEqual(byTag(membersOf(known, dayOf(now), days)))
      const { observedDays, ...history } = (await readClubHistory(store.db, CLUB, window)) ?? {}
      expect(observedDays).toBe(new Set(known.club.map(({ at }) => dayOf(at))).size)
      expect(history).toEqual({ ...tracked, members: found?.members })
    }
    await fc.assert(fc.asyncProperty(anyStory, check), { numRuns: 15 })
  }, 90_000)
})

const days = (from: string, trophies: (number | null)[], given: Partial<StoredDays> = {}): StoredDays => ({
  from: calendarDay(from),
  trophies,
  changes: trophies.map((close) => (close === null ? null : 1)),
  scans: trophies.map((close) => (close === null ? null : 4)),
  reset: null,
  ...given,
})

const reset = (day: string, trophies: number) => days(day, [], { reset: trophies })

const span = (from: string, today: string) => ({
  from: calendarDay(from),
  today: calendarDay(today),
  firstSeenAt: new Date('2026-01-05T10:00:00Z'),
  firstTrophies: 900,
})

/** The last days of February, and two of March. */
const february = days('2026-02-01', [...new Array(25).fill(null), 1000, null, 1010])
const march = days('2026-03-01', [1020, null, 1030])

describe('a window over stored months', () => {
  it('goes over the end of a month, and a day without an observation stays empty', () => {
    expect(seriesOf([february, march], span('2026-02-27', '2026-03-04'))).toEqual({
      from: '2026-02-27',
      closes: [null, 1010, 1020, null, 1030, null],
      changes: [null, 1, 1, null, 1, null],
      scans: [0, 4, 4, 0, 4, 0],
      resets: [0, 0, 0, 0, 0, 0],
      before: { day: '2026-02-26', close: 1000 },
      firstObserved: '2026-01-05',
      firstTrophies: 900,
    })
  })

  it.each([
    ['of the same month', [march], '2026-03-03', { day: '2026-03-01', close: 1020 }],
    [
      'of an earlier month, with newer ones in the window',
      [february, march],
      '2026-03-01',
      { day: '2026-02-28', close: 1010 },
    ],
    ['of months ago', [february], '2026-05-01', { day: '2026-02-28', close: 1010 }],
    ['null where there is none', [march], '2026-03-01', null],
  ])('has the last close before it: %s', (_story, stored, from, before) => {
    expect(seriesOf(stored, span(from, '2026-05-02')).before).toEqual(before)
  })

  it('shows what a battle log tells of a day that no scan saw', () => {
    const battles = days('2026-03-01', [1020], { changes: [1, 3], scans: [2] })
    const series = seriesOf([battles], span('2026-03-01', '2026-03-03'))
    expect([series.closes, series.changes]).toEqual([
      [1020, null, null],
      [1, 3, null],
    ])
  })

  it('puts resets on their days and leaves out those of other days', () => {
    const resets = [reset('2026-02-28', -5), reset('2026-03-02', -60), reset('2026-03-09', -7)]
    expect(seriesOf([march, ...resets], span('2026-03-01', '2026-03-03')).resets).toEqual([0, -60, 0])
  })

  it('ends with today, though later days are stored', () => {
    expect(seriesOf([march], span('2026-03-01', '2026-03-02')).closes).toEqual([1020, null])
  })
})
