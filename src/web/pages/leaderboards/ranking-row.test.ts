import { describe, expect, it } from 'vitest'
import { rankMovement, rankStyle } from './RankingRow.tsx'

describe('the movement of a rank', () => {
  it.each([
    [1, 4, 'up', 'up 3 places'],
    [2, 3, 'up', 'up 1 place'],
    [9, 2, 'down', 'down 7 places'],
    [5, 5, 'same', 'same rank'],
    [5, null, 'new', 'new'],
  ])('to rank %i from %j is %s, in words "%s"', (rank, before, direction, words) => {
    expect(rankMovement(rank, before)).toMatchObject({ direction, words })
  })
})

describe('the style of a rank', () => {
  it.each([
    [1, 'first'],
    [2, 'second'],
    [3, 'third'],
    [4, 'top-10'],
    [10, 'top-10'],
    [11, 'top-50'],
    [50, 'top-50'],
    [51, 'none'],
  ])('of rank %i is %s', (rank, style) => {
    expect(rankStyle(rank)).toBe(style)
  })
})
