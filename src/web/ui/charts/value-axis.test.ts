import fc from 'fast-check'
import { expect, test } from 'vitest'
import { linearScale } from './linear-scale.ts'
import { tickLabels } from './tick-label.ts'
import { valueAxis } from './value-axis.ts'

test.each([
  [[48_000, 48_214], 200, [48_000, 48_050, 48_100, 48_150, 48_200, 48_250]],
  [[1_180_000, 1_258_000], 200, [1_180_000, 1_200_000, 1_220_000, 1_240_000, 1_260_000]],
  [[5000], 100, [4950, 5000, 5050]],
  [[], 200, [0, 1]],
])('an axis around %j in %i px has round ticks', (values, height, ticks) => {
  const axis = valueAxis(values, height)
  expect(axis.ticks).toEqual(ticks)
  expect(axis.domain[0]).toBeLessThan(axis.domain[1])
})

test('every value lies within its axis, at any height', () => {
  const trophies = fc.array(fc.integer({ min: 0, max: 2_000_000 }), { minLength: 1 })
  fc.assert(
    fc.property(trophies, fc.integer({ min: 60, max: 600 }), (values, height) => {
      const { domain, ticks } = valueAxis(values, height)
      expect(Math.min(...values)).toBeGreaterThanOrEqual(domain[0])
      expect(Math.max(...values)).toBeLessThanOrEqual(domain[1])
      expect(new Set(tickLabels(ticks)).size).toBe(ticks.length)
    }),
  )
})

test.each([
  [
    [1_240_000, 1_260_000],
    ['1.24M', '1.26M'],
  ],
  [
    [1_254_000, 1_256_000],
    ['1.254M', '1.256M'],
  ],
  [
    [46_800, 47_000, 47_200],
    ['46.8k', '47.0k', '47.2k'],
  ],
  [
    [-20, 0, 20],
    ['−20', '0', '20'],
  ],
  [
    [1_995_500, 1_995_750],
    ['1,995,500', '1,995,750'],
  ],
])('labels of %j share one unit and differ', (ticks, labels) => {
  expect(tickLabels(ticks)).toEqual(labels)
})

test('a scale maps the ends onto the ends, and a range without width onto the middle', () => {
  const scale = linearScale([10, 20], [100, 0])
  expect([scale(10), scale(15), scale(20)]).toEqual([100, 50, 0])
  expect(linearScale([7, 7], [0, 40])(7)).toBe(20)
})
