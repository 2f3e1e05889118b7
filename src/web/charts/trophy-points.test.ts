import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { gapsBetween, observedRuns, sinceStart, type TrendPoint, trendPoints } from './trophy-points.ts'

/** Days as letters: `o` observed, `.` carried forward, `x` before the first observation. */
function days(pattern: string): TrendPoint[] {
  return [...pattern].map((letter, index) => ({
    date: `2026-11-${String(index + 1).padStart(2, '0')}`,
    value: letter === 'x' ? null : 1000 + index,
    observed: letter === 'o',
    change: 0,
    reset: 0,
    gained: 0,
  }))
}

test.each([
  ['oooo', [4], 0],
  ['oo..oo', [2, 2], 1],
  ['xxoo.o', [2, 1], 1],
  ['....', [], 0],
  ['', [], 0],
])('%s splits into runs of %j with %i gaps', (pattern, lengths, gaps) => {
  const runs = observedRuns(days(pattern))
  expect(runs.map((run) => run.length)).toEqual(lengths)
  expect(gapsBetween(runs)).toHaveLength(gaps)
})

test('a gap reaches from the last day known to the first one after', () => {
  const [gap] = gapsBetween(observedRuns(days('oo..o')))
  expect(gap?.map(({ date }) => date)).toEqual(['2026-11-02', '2026-11-05'])
})

test('no observed day is lost and no other is drawn', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('o', '.', 'x'), maxLength: 28 }), (pattern) => {
      const points = days(pattern)
      expect(observedRuns(points).flat()).toEqual(points.filter(({ observed }) => observed))
    }),
  )
})

const day = (trophies: number | null, trophy_change: number | null, reset = 0) => {
  return { date: '2026-11-10', trophies, trophy_change, reset, observed: trophies !== null }
}

it.each([
  ['the first day counts from the day before', [day(100, 90), day(80, -20)], 70, [90, 70]],
  ['a reset is left out', [day(100, 0), day(60, -40, -50)], 10, [0, 10]],
  [
    'first seen in the timeframe: what changed since the first scan counts',
    [day(null, null), day(100, null)],
    20,
    [20, 20],
  ],
  ['nothing seen', [day(null, null)], null, [0]],
])('%s, and the last day has the whole gain', (_, progression_data, total_gain, gained) => {
  expect(trendPoints({ progression_data, summary: { total_gain } }).map((point) => point.gained)).toEqual(gained)
})

const dayOfSinceStart = (value: number | null, gained: number) => {
  return { date: '2026-11-01', value, observed: value !== null, change: 0, reset: 0, gained }
}

it('a line starts with the gain of its first day, and an unknown day stays unknown', () => {
  const days = [dayOfSinceStart(null, 0), dayOfSinceStart(1000, 300), dayOfSinceStart(700, 305)]
  expect(sinceStart(days).map(({ value }) => value)).toEqual([null, 300, 305])
})
