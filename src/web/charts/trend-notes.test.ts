import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatThousands } from '#shared/number-format.ts'
import type { TrendPoint } from './trend-geometry.ts'
import { findExtremes, pointNote, spokenPoint, trendSummary } from './trend-notes.ts'

const point = (date: string, value: number | null, rest: Partial<TrendPoint> = {}): TrendPoint => ({
  date,
  value,
  observed: value !== null,
  change: 0,
  reset: 0,
  gained: 0,
  ...rest,
})

test.each([
  [point('2026-11-12', 48_214), 'Nov 12: 48,214 trophies'],
  [point('2026-11-12', 48_214, { observed: false }), 'Nov 12: 48,214 trophies, seen earlier, not on this day'],
  [point('2026-11-12', 48_214, { since: '2026-11-08' }), 'Nov 12: 48,214 trophies, since Nov 8'],
  [point('2026-11-12', 47_000, { reset: -1214 }), 'Nov 12: 47,000 trophies, a reset took 1,214'],
  [point('2026-11-12', 47_000, { note: 'left: Ada' }), 'Nov 12: 47,000 trophies, left: Ada'],
  [point('2026-11-12', null), 'Nov 12: not known'],
])('screen readers are told what is known of a day (%#)', (day, text) => {
  expect(spokenPoint(day)).toBe(text)
})

test('the caption says where the line came from, what was gained, and what resets took', () => {
  const days = [
    point('2026-11-09', 47_700, { change: null, begins: true }),
    point('2026-11-10', 48_000, { change: 300, gained: 300, note: 'joined: Ada' }),
    point('2026-11-11', 47_900, { change: -100, gained: 200 }),
    point('2026-11-12', 46_900, { change: -1000, reset: -1020, gained: 220 }),
  ]
  expect(trendSummary(days)).toBe(
    'From 47,700 trophies on Nov 9 to 46,900 trophies on Nov 12: +220. ' +
      'Resets took 1,020 on top; that counts as no loss. ' +
      'Best day: +300 on Nov 10 (joined: Ada). Worst day: −100 on Nov 11.',
  )
})

test('what came in several days is no best day', () => {
  const days = [
    point('2026-11-08', 48_000, { change: 300 }),
    point('2026-11-11', 49_900, { change: 1900, since: '2026-11-08' }),
  ]
  expect(findExtremes(days).gain?.point.date).toBe('2026-11-08')
})

test('the caption of one day that is known says what came before it', () => {
  const before = point('2026-11-10', 48_000, { change: null, begins: true })
  const day = point('2026-11-11', 47_900, { change: -100, gained: -100 })
  expect(pointNote(before)).toBe('')
  expect(trendSummary([before, day])).toBe(
    'From 48,000 trophies on Nov 10 to 47,900 trophies on Nov 11: −100. Worst day: −100 on Nov 11.',
  )
})

test('the two ends of the line and what resets took add up to the gain', () => {
  const start = fc.integer({ min: 0, max: 100_000 })
  const days = fc.array(
    fc.record({ own: fc.integer({ min: -500, max: 500 }), reset: fc.integer({ min: -900, max: 0 }) }),
    {
      minLength: 1,
      maxLength: 20,
    },
  )
  fc.assert(
    fc.property(start, days, (first, changes) => {
      let [value, gained] = [first, 0]
      const line = changes.map(({ own, reset }, index) => {
        value += own + reset
        gained += own
        return point(`2026-11-${String(index + 1).padStart(2, '0')}`, value, { change: own + reset, reset, gained })
      })
      expect(trendSummary(line)).toContain(formatThousands(first))
    }),
  )
})

test('a reset is no loss, and does not hide what was won on its day', () => {
  const days = [point('2026-11-11', 47_900), point('2026-11-12', 47_000, { change: -900, reset: -1214 })]
  expect(findExtremes(days)).toEqual({ gain: { point: days[1], change: 314 }, loss: null })
  expect(trendSummary(days)).toContain('Best day: +314 on Nov 12 (a reset took 1,214).')
})

test('the first known day is neither the biggest gain nor the biggest loss', () => {
  const days = [point('2026-11-10', 48_000, { change: null }), point('2026-11-11', 48_000)]
  expect(findExtremes(days)).toEqual({ gain: null, loss: null })
})

test('the caption says when there is little history or none', () => {
  expect(trendSummary([point('2026-11-12', null)])).toBe('Nothing was observed in this timeframe.')
  expect(trendSummary([point('2026-11-12', 1200)])).toBe('1,200 trophies on Nov 12, the only day known.')
})
