import { describe, expect, it } from 'vitest'
import { activityLevel } from './activity-level.ts'

describe('how lively a day was', () => {
  it.each([
    [0, 'inactive'],
    [1, 'low'],
    [2, 'low'],
    [3, 'moderate'],
    [5, 'moderate'],
    [6, 'high'],
    [10, 'high'],
    [11, 'very-high'],
    [80, 'very-high'],
  ])('with %i trophy changes is %s', (changes, level) => {
    expect(activityLevel(changes)).toBe(level)
  })
})
