import { expect, test } from 'vitest'
import { dayActivity, stripScale } from './ActivityHeatmap.tsx'

test.each([
  [0, 'inactive', '0 changes, inactive'],
  [1, 'low', '1 change, low'],
  [5, 'moderate', '5 changes, moderate'],
  [10, 'high', '10 changes, high'],
  [11, 'very-high', '11 changes, very high'],
  [null, 'not-observed', 'not observed'],
  [undefined, 'not-observed', 'not observed'],
])('a day with %s trophy changes is %s', (changes, level, text) => {
  expect(dayActivity(changes)).toEqual({ level, text })
})

test.each([
  ['gains only has its line at the lower edge', [22, 0, 44], { line: 8, tall: 2 }],
  ['losses only has its line at the upper edge', [-44], { line: 96, tall: 2 }],
  ['gains and losses shares its height between them', [66, -22], { line: 30, tall: 1 }],
  ['no changes has its line at the lower edge', [0, 0], { line: 8, tall: 88 }],
])('an activity strip with %s', (_, changes, scale) => {
  expect(stripScale(changes)).toEqual(scale)
})
