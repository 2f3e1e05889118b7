import { expect, test } from 'vitest'
import { dayActivity } from './ActivityHeatmap.tsx'
import { stripScale } from './ActivityStrip.tsx'

test.each([
  [0, 0, 'inactive', '0 games, inactive'],
  [1, 0, 'low', '1 game, low'],
  [2, 2, 'low', 'about 2 games (estimated), low'],
  [3, 1, 'moderate', 'about 3 games (1 estimated), moderate'],
  [5, 0, 'moderate', '5 games, moderate'],
  [10, 0, 'high', '10 games, high'],
  [11, 0, 'very-high', '11 games, very-high'],
  [null, undefined, 'not-known', 'not known'],
])('a day with %s games, %s of them estimated, is %s', (trophy_changes, estimated, level, text) => {
  expect(dayActivity({ trophy_changes, estimated })).toEqual({ level, text, isEstimated: (estimated ?? 0) > 0 })
})

test('a day whose games fell into days without a look has no level, whatever the estimate', () => {
  expect(dayActivity({ trophy_changes: 160, estimated: 160, since: '2026-11-14' })).toEqual({
    level: 'undated',
    text: 'played at some time since Nov 14',
    isEstimated: false,
  })
})

test('a day that is absent is not known', () => {
  expect(dayActivity(undefined).text).toBe('not known')
})

test.each([
  ['gains only has its line at the lower edge', [22, 0, 44], { line: 8, tall: 2 }],
  ['losses only has its line at the upper edge', [-44], { line: 96, tall: 2 }],
  ['gains and losses shares its height between them', [66, -22], { line: 30, tall: 1 }],
  ['no changes has its line at the lower edge', [0, 0], { line: 8, tall: 88 }],
])('an activity strip with %s', (_, changes, scale) => {
  expect(stripScale(changes)).toEqual(scale)
})
