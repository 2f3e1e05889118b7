import { expect, it } from 'vitest'
import { rangeOf, shareRange } from './share-range.ts'

it.each([
  // 1.96 x sqrt(0.25 / 100) = 0.098
  [0.5, 99, 0.402, 0.598],
  // 1.96 x sqrt(0.24 / 41) = 0.14996
  [0.6, 40, 0.45004, 0.74996],
  [1, 10, 1, 1],
  // 1.96 x sqrt(0.0475 / 11) = 0.12880: it ends at 0
  [0.05, 10, 0, 0.1788],
])('a share of %d that rests on %d battles lies between %d and %d', (share, weight, low, high) => {
  expect(shareRange(share, weight).low).toBeCloseTo(low, 4)
  expect(shareRange(share, weight).high).toBeCloseTo(high, 4)
})

const OF_27 = { rate: 55.8, wins: 19, losses: 8, prior_weight: 50 }

it('a rate lies in the middle of its range, which is that of the battles and of the prior together', () => {
  const { low, high } = rangeOf(OF_27) ?? { low: 0, high: 0 }
  expect((low + high) / 2).toBeCloseTo(55.8, 6)
  expect(high - low).toBeCloseTo(2 * 196 * Math.sqrt((0.558 * 0.442) / 78), 6)
  expect(rangeOf({ ...OF_27, rate: null })).toBeNull()
})
