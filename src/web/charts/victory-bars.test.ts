import { expect, test } from 'vitest'
import { barShares } from './VictoryBars.tsx'

test.each([
  [
    [12_480, 1920, 2675],
    [100, 15.4, 21.4],
  ],
  [
    [null, 10, 0],
    [0, 100, 0],
  ],
  [
    [null, null, null],
    [0, 0, 0],
  ],
])('the victories %j have bars of %j percent', (values, shares) => {
  expect(barShares(values).map((share) => Math.round(share * 10) / 10)).toEqual(shares)
})
