import { describe, expect, it } from 'vitest'
import { TROPHY_RANGES, trophyFilter } from './trophy-range.ts'

function rangesOf(trophies: number): string[] {
  return TROPHY_RANGES.filter((range) => {
    const filter = trophyFilter(range.min, range.max)
    return filter !== null && trophies >= filter.min && (filter.max === null || trophies <= filter.max)
  }).map((range) => range.label)
}

describe('the trophy filter', () => {
  it.each([
    [undefined, undefined, null],
    [5000, undefined, null], // one end alone filters nothing
    [undefined, 15_000, null],
    [0, 5000, { min: 0, max: 5000 }],
    [25_000, 99_999, { min: 25_000, max: 99_999 }],
    [25_000, 100_000, { min: 25_000, max: null }],
    [100_000, 100_000, { min: 100_000, max: null }],
    [0, 250_000, { min: 0, max: null }],
  ])('from %s to %s is %j', (min, max, filter) => {
    expect(trophyFilter(min, max)).toEqual(filter)
  })

  it.each([
    [0, ['0-5k']],
    [4999, ['0-5k']],
    [5000, ['0-5k', '5k-15k']],
    [20_000, ['15k-25k']],
    [60_000, ['25k+', '50k-75k']],
    [99_999, ['25k+', '75k-100k']],
    [235_000, ['25k+', '100k+']],
  ])('a player with %i trophies is found under %j', (trophies, labels) => {
    expect(rangesOf(trophies)).toEqual(labels)
  })
})
