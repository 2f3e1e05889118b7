import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { attentionWeight, popularityScore } from './popularity.ts'

describe('popularity', () => {
  it('counts a view once and a search three times: 4 + 3 x 2', () => {
    expect(attentionWeight({ views: 4, searches: 2 })).toBe(10)
  })

  it.each([
    [0, 0, 0],
    [0, 99, 0], // nobody looked
    [99, 99, 100],
    [9, 99, 50], // log 10 / log 100
    [1, 7, 33.3], // log 2 / log 8
    [120, 99, 100], // counted after the largest was
  ])('of %i, the largest being %i, is %f', (weight, largest, score) => {
    expect(popularityScore(weight, largest)).toBe(score)
  })

  it('lies between 0 and 100 and never falls with attention', () => {
    fc.assert(
      fc.property(fc.nat(10_000), fc.nat(10_000), fc.nat(10_000), (weight, more, largest) => {
        const score = popularityScore(weight, largest)
        expect(score).toBeGreaterThanOrEqual(0)
        expect(score).toBeLessThanOrEqual(100)
        expect(popularityScore(weight + more, largest)).toBeGreaterThanOrEqual(score)
      }),
    )
  })
})
