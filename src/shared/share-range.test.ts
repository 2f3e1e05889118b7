import { expect, it } from 'vitest'
import { shareRange } from './share-range.ts'

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
