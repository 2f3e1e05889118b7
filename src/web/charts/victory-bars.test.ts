import { expect, test } from 'vitest'
import { barShares } from './VictoryBars.tsx'

test.each([
  [
    [12_480, 1920, 2675],
    [73.1, 11.2, 15.7],
  ],
  [
    [0, 10, 0],
    [0, 100, 0],
  ],
  [
    [0, 0, 0],
    [0, 0, 0],
  ],
])('the victories %j have parts of %j percent', (values, shares) => {
  expect(barShares(values)?.map((share) => Math.round(share * 10) / 10)).toEqual(shares)
})

test('without one of the victories nobody knows the parts of the others', () => {
  expect(barShares([null, 10, 5])).toBe(null)
})
