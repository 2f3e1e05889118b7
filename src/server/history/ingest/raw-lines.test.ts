import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CalendarDay, calendarDay, dayOf, HOUR_MS } from '#shared/days.ts'
import {
  addRaw,
  type Facts,
  type PackedDay,
  pack,
  type RawDay,
  type RawKind,
  type RawLine,
  type RawWeek,
  unpack,
} from './raw-lines.ts'

const emptyWeek = (): RawWeek => ({ answers: [], stored: 0, appends: true })
const answer = (time: string, facts: Facts, kind: RawKind = 'c'): RawLine => ({
  at: new Date(`2026-03-${time}Z`),
  kind,
  facts,
})

/** What a week's rows are after these days were written. */
function written(before: RawDay[], days: PackedDay[]): RawDay[] {
  const rows = new Map(before.map(({ day, entries }) => [day, entries]))
  for (const { day, entries, appends } of days) rows.set(day, (appends ? (rows.get(day) ?? '') : '') + entries)
  return [...rows].map(([day, entries]) => ({ day, entries })).sort((one, other) => (one.day < other.day ? -1 : 1))
}

/** Stores answers as ingestion does: each UTC day in the order of time reads the week, adds, and writes what is new. */
function store(rows: RawDay[], answers: RawLine[]): RawDay[] {
  let stored = rows
  for (const ofDay of Map.groupBy(answers, ({ at }) => dayOf(at)).values()) {
    const known = unpack(stored)
    const week: RawWeek = { answers: known, stored: known.length, appends: true }
    for (const each of ofDay.toSorted(byTime)) addRaw(week, each)
    stored = written(stored, pack(week))
  }
  return stored
}

const byTime = (one: RawLine, other: RawLine) => one.at.getTime() - other.at.getTime()

describe('the raw answers of a week', () => {
  it('are a line each, which holds what differs from the line before', () => {
    const rows = store(
      [],
      [
        answer('02T08:00', { n: 'Orcas', T: 100, t1: 60 }),
        answer('02T09:00', { n: 'Orcas', T: 108, t1: 60 }),
        answer('02T10:00', { n: 'Orcas', T: 108 }),
      ],
    )
    expect(rows).toEqual([
      {
        day: '2026-03-02',
        entries: '[28800000,"c",{"T":100,"n":"Orcas","t1":60}]\n[32400000,"c",{"T":108}]\n[36000000,"c",{},["t1"]]\n',
      },
    ])
  })

  it('are compared with the last line of the same kind', () => {
    const rows = store(
      [],
      [
        answer('02T08:00', { n: 'Ada', T: 100 }, 'p'),
        answer('02T09:00', { n: 'Ada', T: 90 }, 'r'),
        answer('02T10:00', { n: 'Ada', T: 108 }, 'p'),
      ],
    )
    expect(rows[0]?.entries.split('\n')[2]).toBe('[36000000,"p",{"T":108}]')
  })

  it('begin whole on Monday, since older weeks are dropped', () => {
    const rows = store(store([], [answer('08T23:00', { n: 'Ada' })]), [answer('08T23:30', { n: 'Ada' })])
    expect(store([], [answer('09T00:00', { n: 'Ada' })])[0]?.entries).toBe('[0,"c",{"n":"Ada"}]\n')
    expect(unpack([...rows, { day: calendarDay('2026-03-09'), entries: '[0,"c",{"T":1}]\n' }]).at(-1)?.facts).toEqual({
      T: 1,
    })
  })

  it('do not take in an answer of the same kind and moment twice', () => {
    const week = emptyWeek()
    expect(addRaw(week, answer('02T08:00', { T: 1 }))).toBe(true)
    expect(addRaw(week, answer('02T08:00', { T: 2 }, 'p'))).toBe(true)
    expect(addRaw(week, answer('02T08:00', { T: 3 }))).toBe(false)
    expect(week.answers.map(({ facts }) => facts.T)).toEqual([1, 2])
  })

  it('write nothing when nothing is new, and only the new lines when these are the newest', () => {
    const rows = store([], [answer('02T08:00', { T: 1 }), answer('03T08:00', { T: 1 })])
    const week: RawWeek = { answers: unpack(rows), stored: 2, appends: true }
    expect(pack(week)).toEqual([])
    addRaw(week, answer('03T09:00', { T: 2 }))
    expect(pack(week)).toEqual([{ day: '2026-03-03', entries: '[32400000,"c",{"T":2}]\n', appends: true }])
  })

  it('write all days anew from that of a late answer on', () => {
    const rows = store([], [answer('02T08:00', { T: 1 }), answer('03T08:00', { T: 1 }), answer('04T08:00', { T: 1 })])
    const week: RawWeek = { answers: unpack(rows), stored: 3, appends: true }
    addRaw(week, answer('03T07:00', { T: 5 }))
    expect(pack(week).map(({ day, appends }) => [day, appends])).toEqual([
      ['2026-03-03', false],
      ['2026-03-04', false],
    ])
  })
})

const anyFact = fc.oneof(
  fc.integer(),
  fc.string(),
  fc.constant(null),
  fc.array(fc.oneof(fc.string(), fc.constant(null)), { maxLength: 4 }),
)
/** Names as they are used: `__proto__` is none. */
const anyFacts = fc.dictionary(fc.constantFrom('n', 'T', 't#2PP', 'm#2PP', '16000000', 'i', 'f', 'é\n'), anyFact, {
  noNullPrototype: true,
})
const anyKind = fc.constantFrom<RawKind>('c', 'p', 'r', 'o', 'O')
const MONDAY = Date.UTC(2026, 2, 2)

/** Answers of one week, no two of one kind at the same moment, in any order. */
const anyAnswers = fc.uniqueArray(
  fc
    .tuple(fc.integer({ min: 0, max: 7 * 24 * 12 - 1 }), anyKind, anyFacts)
    .map(([step, kind, facts]): RawLine => ({ at: new Date(MONDAY + (step * HOUR_MS) / 12), kind, facts })),
  { selector: ({ at, kind }) => `${at.getTime()} ${kind}`, maxLength: 25 },
)

describe('random raw answers', () => {
  it('are read as they were written', () => {
    fc.assert(
      fc.property(anyAnswers, (answers) => {
        const ordered = answers.toSorted(byTime)
        expect(unpack(store([], ordered))).toEqual(ordered)
      }),
    )
  })

  it('are the same rows in whatever order and in however many calls they are stored', () => {
    fc.assert(
      fc.property(
        anyAnswers,
        fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 25, maxLength: 25 }),
        (answers, sizes) => {
          // At the same moment the first that comes stands first, so only one answer a moment here.
          const moments = answers.filter(
            (each, place) => answers.findIndex(({ at }) => at.getTime() === each.at.getTime()) === place,
          )
          let rows: RawDay[] = []
          let from = 0
          for (const size of sizes) {
            rows = store(rows, moments.slice(from, from + size))
            from += size
          }
          expect(rows).toEqual(store([], moments.toSorted(byTime)))
        },
      ),
    )
  })

  it('lie in the row of their day', () => {
    fc.assert(
      fc.property(anyAnswers, (answers) => {
        const days = new Set<CalendarDay>(answers.map(({ at }) => dayOf(at)))
        expect(store([], answers).map(({ day }) => day)).toEqual([...days].sort())
      }),
    )
  })
})
