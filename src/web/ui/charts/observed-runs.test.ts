import fc from 'fast-check'
import { expect, test } from 'vitest'
import { gapsBetween, observedRuns, type TrendPoint } from './observed-runs.ts'

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
