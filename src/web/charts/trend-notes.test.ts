import { expect, test } from 'vitest'
import { extremes, spokenPoint, trendSummary } from './trend-notes.ts'
import type { TrendPoint } from './trophy-points.ts'

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
  [point('2026-11-12', 48_214), '12 Nov: 48,214 trophies'],
  [point('2026-11-12', 48_214, { observed: false }), '12 Nov: 48,214 trophies, not observed that day'],
  [point('2026-11-12', 47_000, { reset: -1214 }), '12 Nov: 47,000 trophies, reset −1,214'],
  [point('2026-11-12', 47_000, { note: 'left: Ada' }), '12 Nov: 47,000 trophies, left: Ada'],
  [point('2026-11-12', null), '12 Nov: not observed'],
])('screen readers are told what is known of a day (%#)', (day, text) => {
  expect(spokenPoint(day)).toBe(text)
})

test('the caption has the gain without resets, and says why the ends of the line differ by another number', () => {
  const days = [
    point('2026-11-10', 48_000, { change: 300, gained: 300, note: 'joined: Ada' }),
    point('2026-11-11', 47_900, { change: -100, gained: 200 }),
    point('2026-11-12', 46_900, { change: -1000, reset: -1020, gained: 220 }),
  ]
  expect(trendSummary(days)).toBe(
    'From 48,000 trophies on 10 Nov to 46,900 on 12 Nov (+220). ' +
      'This gain counts from the day before (10 Nov: +300) and leaves resets out (−1,020). ' +
      'Biggest gain +300 on 10 Nov (joined: Ada). Biggest loss −100 on 11 Nov.',
  )
  expect(trendSummary([point('2026-11-11', 47_900, { change: -100, gained: -100 })])).toBe(
    '47,900 trophies on 11 Nov, the only day known (−100). This gain counts from the day before (11 Nov: −100). ' +
      'Biggest loss −100 on 11 Nov.',
  )
})

test('a reset is no loss, and does not hide what was won on its day', () => {
  const days = [point('2026-11-11', 47_900), point('2026-11-12', 47_000, { change: -900, reset: -1214 })]
  expect(extremes(days)).toEqual({ gain: { point: days[1], change: 314 }, loss: null })
  expect(trendSummary(days)).toContain('Biggest gain +314 on 12 Nov (beside a reset of −1,214).')
})

test('the first known day is neither the biggest gain nor the biggest loss', () => {
  const days = [point('2026-11-10', 48_000, { change: null }), point('2026-11-11', 48_000)]
  expect(extremes(days)).toEqual({ gain: null, loss: null })
})

test('the caption says when there is little history or none', () => {
  expect(trendSummary([point('2026-11-12', null)])).toBe('Nothing was observed in this timeframe.')
  expect(trendSummary([point('2026-11-12', 1200)])).toBe('1,200 trophies on 12 Nov, the only day known.')
})
