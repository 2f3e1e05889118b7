import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayLabel } from './day-label.ts'
import { dayTicks } from './day-ticks.ts'

test.each([
  [0, 600, []],
  [1, 600, [0]],
  [7, 600, [0, 1, 2, 3, 4, 5, 6]],
  [30, 300, [5, 13, 21, 29]],
  [90, 260, [29, 59, 89]],
])('%i days on %i px label the days %j', (count, width, ticks) => {
  expect(dayTicks(count, width)).toEqual(ticks)
})

test('labels never crowd, and today always has one', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 400 }), fc.integer({ min: 150, max: 1200 }), (count, width) => {
      const ticks = dayTicks(count, width)
      expect(ticks.at(-1)).toBe(count - 1)
      const pixelsPerDay = width / (count - 1)
      for (const [index, tick] of ticks.slice(1).entries())
        expect((tick - (ticks[index] ?? 0)) * pixelsPerDay).toBeGreaterThanOrEqual(71.9)
    }),
  )
})

test.each([
  ['2026-11-12', '12 Nov'],
  ['2026-03-01', '1 Mar'],
  ['2026-11-12T23:59:59.000Z', '12 Nov'],
  ['never', 'Unknown'],
])('%s reads %s everywhere in the world', (date, label) => {
  expect(dayLabel(date)).toBe(label)
})
