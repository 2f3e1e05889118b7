import { expect, test } from 'vitest'
import type { TrendPoint } from './observed-runs.ts'
import { extremes, spokenPoint, trendSummary } from './trend-notes.ts'

const point = (date: string, value: number | null, rest: Partial<TrendPoint> = {}): TrendPoint => ({
  date,
  value,
  observed: value !== null,
  change: 0,
  reset: 0,
  ...rest,
})

test.each([
  [point('2026-11-12', 48_214), '12 Nov: 48,214 trophies'],
  [point('2026-11-12', 48_214, { observed: false }), '12 Nov: 48,214 trophies, not observed that day'],
  [point('2026-11-12', 47_000, { reset: -1214 }), '12 Nov: 47,000 trophies, season reset −1,214'],
  [point('2026-11-12', null), '12 Nov: not observed'],
])('a day is read out as it is known (%#)', (day, text) => {
  expect(spokenPoint(day)).toBe(text)
})

test('a season reset is no loss: the biggest loss is one that was played', () => {
  const days = [
    point('2026-11-10', 48_000, { change: 300 }),
    point('2026-11-11', 47_900, { change: -100 }),
    point('2026-11-12', 46_900, { change: -1000, reset: -1020 }),
  ]
  expect(extremes(days).gain?.point.date).toBe('2026-11-10')
  expect(extremes(days).loss?.point.date).toBe('2026-11-11')
  expect(trendSummary(days)).toBe(
    'From 48,000 trophies on 10 Nov to 46,900 on 12 Nov (−1,100). Season resets are −1,020 of that. ' +
      'Biggest gain +300 on 10 Nov. Biggest loss −100 on 11 Nov.',
  )
})

test('the first day known neither won nor lost', () => {
  const days = [point('2026-11-10', 48_000, { change: null }), point('2026-11-11', 48_000)]
  expect(extremes(days)).toEqual({ gain: null, loss: null })
})

test('little history says so', () => {
  expect(trendSummary([point('2026-11-12', null)])).toBe('Nothing was observed in this timeframe.')
  expect(trendSummary([point('2026-11-12', 1200)])).toBe('1,200 trophies on 12 Nov, the only day known.')
})
