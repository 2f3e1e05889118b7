import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { calendarDay, DAY_MS, dayOf } from '#shared/days.ts'
import { CLUB } from '#test/club-history.ts'
import { isWholeRun } from '#test/how-much.ts'
import { openTestStore, storeKinds, type TestStore } from '#test/open-store.ts'
import { anyClubAnswers, membersOf, recompute, seriesOfClub, seriesOfPlayer } from '#test/recomputed-history.ts'
import { ingest } from './ingest/ingest.ts'
import { readClubHistory, readMemberHistories } from './members.ts'
import { readClubSeries, readPlayerSeries, readTrackedSeries, type Subject } from './series.ts'
import { clubSeriesOf, playerSeriesOf, type StoredClubDays, type StoredPlayerDays } from './stored-days.ts'

const byTag = <T extends { tag: string }>(rows: T[]) => rows.toSorted((one, other) => (one.tag < other.tag ? -1 : 1))

const anyStory = fc.record({
  answers: anyClubAnswers,
  portions: fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 6 }),
  again: fc.nat(40),
  days: fc.constantFrom(7, 30, 90),
  waited: fc.oneof(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 60, max: 200 })),
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
      for (const tag of known.players.keys()) {
        expect({ tag, ...series.get(tag) }).toEqual({ tag, ...seriesOfPlayer(known, tag, dayOf(now), days) })
        const until = { days, until: now }
        expect((await readTrackedSeries(store.db, 'player', tag, until))?.series).toEqual(series.get(tag))
      }
      if (known.club.length === 0) return
      const club = (await readClubSeries(store.db, [subjectOf(CLUB, known.club)], window)).get(CLUB)
      const observedAt = known.club.at(-1)?.at ?? now
      const { tag: _tag, ...first } = subjectOf(CLUB, known.club)
      const tracked = { ...first, observedAt, asOf: now, series: club }
      const until = { days, until: now }
      expect(await readTrackedSeries(store.db, 'club', CLUB, until)).toEqual(tracked)
      const asSeen = await readClubSeries(store.db, [{ ...subjectOf(CLUB, known.club), asOf: observedAt }], window)
      const own = await readTrackedSeries(store.db, 'club', CLUB, window)
      expect(own).toEqual({ ...tracked, asOf: observedAt, series: asSeen.get(CLUB) })
      const expected = seriesOfClub(known, dayOf(now), days)
      expect(club).toMatchObject(expected)
      const found = await readMemberHistories(store.db, CLUB, until)
      expect(byTag(found?.members ?? [])).toEqual(byTag(membersOf(known, dayOf(now), days)))
      const { observedDays, joined, left, ...history } = (await readClubHistory(store.db, CLUB, until)) ?? {}
      expect(observedDays).toBe(new Set(known.club.map(({ at }) => dayOf(at))).size)
      expect(history).toEqual({ ...tracked, members: found?.members })
    }
    await fc.assert(fc.asyncProperty(anyStory, check), { numRuns: isWholeRun ? 15 : 5 })
  }, 90_000)
})

const days = (from: string, trophies: (number | null)[], given: Partial<StoredPlayerDays> = {}): StoredPlayerDays => ({
  from: calendarDay(from),
  trophies,
  changes: trophies.map((close) => (close === null ? null : 1)),
  estimated: [],
  scans: trophies.map((close) => (close === null ? null : 4)),
  ...given,
})

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
    expect(playerSeriesOf([february, march], span('2026-02-27', '2026-03-04'))).toEqual({
      from: '2026-02-27',
      closes: [null, 1010, 1020, null, 1030, null],
      changes: [null, 1, 1, null, 1, null],
      estimated: [0, 0, 0, 0, 0, 0],
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
    expect(playerSeriesOf(stored, span(from, '2026-05-02')).before).toEqual(before)
  })

  it('shows what is known of days that no scan saw, and how many games are estimated', () => {
    const played = days('2026-03-01', [1020], { changes: [4, 3, 0], estimated: [4, null, 0], scans: [2] })
    const series = playerSeriesOf([played], span('2026-03-01', '2026-03-04'))
    expect([series.closes, series.changes, series.estimated]).toEqual([
      [1020, null, null, null],
      [4, 3, 0, null],
      [4, 0, 0, 0],
    ])
  })

  it('has no estimate that makes more than 160 games of a day, and all games that logs told', () => {
    const played = days('2026-03-01', [1000, 2000, 3000, 4000], {
      changes: [204, 250, 170, 165],
      estimated: [160, 250, 20, 0],
    })
    const series = playerSeriesOf([played], span('2026-03-01', '2026-03-04'))
    expect([series.changes, series.estimated]).toEqual([
      [160, 160, 160, 165],
      [116, 160, 10, 0],
    ])
  })

  it('puts resets on their days and leaves out those of other days', () => {
    const taken = Object.entries({ '2026-02-28': -5, '2026-03-02': -60, '2026-03-09': -7 })
    const resets = taken.map(([day, trophies]) => [calendarDay(day), trophies] as const)
    expect(playerSeriesOf([{ ...march, resets }], span('2026-03-01', '2026-03-03')).resets).toEqual([0, -60, 0])
  })

  it('ends with today, though later days are stored', () => {
    expect(playerSeriesOf([march], span('2026-03-01', '2026-03-02')).closes).toEqual([1020, null])
  })

  it('of a club tells which closes differ, and what came and went with members; null in old months', () => {
    const old: StoredClubDays = {
      from: calendarDay('2026-02-27'),
      trophies: [900, 900],
      scans: [1, 1],
      joined: [],
      departed: [],
    }
    const later = { ...old, from: calendarDay('2026-03-01'), trophies: [null, 950, 700], joined: [null, 40, 0] }
    const months = [old, { ...later, scans: [null, 1, 2], departed: [null, 0, -250] }]
    expect(clubSeriesOf(months, span('2026-02-28', '2026-03-04'))).toMatchObject({
      closes: [900, null, 950, 700, null],
      changes: [0, null, 1, 1, null],
      joined: [null, null, 40, 0, null],
      departed: [null, null, 0, -250, null],
      before: { day: '2026-02-27', close: 900 },
    })
  })
})
