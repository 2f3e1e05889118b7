import { expect, test } from 'vitest'
import { busiestHours } from './busiest-hours.ts'

const day = (shares: Record<number, number>) => Array.from({ length: 24 }, (_, hour) => shares[hour] ?? 0)

test('the busiest hours are the fewest that make half of the play, in the order of the day', () => {
  expect(busiestHours(day({ 8: 0.2, 9: 0.1, 20: 0.3, 21: 0.4 }))).toEqual([20, 21])
  expect(busiestHours(day({ 3: 0.5, 20: 0.5 }))).toEqual([3])
})

test('shares that add up to less than 1 are those of less play, and no play has no hours', () => {
  expect(busiestHours(day({ 8: 0.02, 20: 0.03 }))).toEqual([20])
  expect(busiestHours(day({}))).toEqual([])
})
