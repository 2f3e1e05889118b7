import { expect, it } from 'vitest'
import { trendPoints } from './trend-points.ts'

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
