import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayActivity, stripScale } from './ActivityHeatmap.tsx'
import { sparklinePath } from './TrophyLine.tsx'
import { barShares } from './VictoryBars.tsx'

test.each([
  [0, 'inactive', '0 changes, inactive'],
  [1, 'low', '1 change, low'],
  [5, 'moderate', '5 changes, moderate'],
  [10, 'high', '10 changes, high'],
  [11, 'very-high', '11 changes, very high'],
  [null, 'not-observed', 'not observed'],
  [undefined, 'not-observed', 'not observed'],
])('a day with %s changes is %s', (changes, level, text) => {
  expect(dayActivity(changes)).toEqual({ level, text })
})

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
])('bars of %j are %j percent long', (values, shares) => {
  expect(barShares(values).map((share) => Math.round(share * 10) / 10)).toEqual(shares)
})

test('a sparkline breaks at an unknown day and needs two known ones', () => {
  expect(sparklinePath([1, 2, null, 3, 4]).match(/M/g)).toHaveLength(2)
  expect(sparklinePath([null, 5])).toBe('')
  fc.assert(
    fc.property(fc.array(fc.option(fc.integer())), (values) => {
      expect(sparklinePath(values)).not.toContain('NaN')
    }),
  )
})

test.each([
  ['gains alone stand on the lower edge', [22, 0, 44], { line: 8, tall: 2 }],
  ['losses alone hang from the upper edge', [-44], { line: 96, tall: 2 }],
  ['both share the height', [66, -22], { line: 30, tall: 1 }],
  ['days without change', [0, 0], { line: 8, tall: 88 }],
])('of the strip of days, %s', (_, changes, scale) => {
  expect(stripScale(changes)).toEqual(scale)
})
