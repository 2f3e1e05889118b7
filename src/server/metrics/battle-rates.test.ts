import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { drawn, sampleOf, wilson } from './battle-rates.ts'

describe('the interval of a share of wins', () => {
  // By hand: (w + 1.92) / (n + 3.84) -+ 1.96 / (n + 3.84) * sqrt(w l / n + 0.96).
  test.each([
    { wins: 3, losses: 0, low: 0.4385, high: 1 },
    { wins: 68, losses: 28, low: 0.6108, high: 0.7898 },
    { wins: 5, losses: 5, low: 0.2366, high: 0.7634 },
    { wins: 0, losses: 0, low: 0, high: 1 },
  ])('$wins wins and $losses losses', ({ wins, losses, low, high }) => {
    expect(wilson(wins, losses).low).toBeCloseTo(low, 4)
    expect(wilson(wins, losses).high).toBeCloseTo(high, 4)
  })

  test('holds the share of wins, and a higher share never has a lower interval', () => {
    const results = fc.record({ wins: fc.nat(2000), losses: fc.nat(2000) })
    fc.assert(
      fc.property(
        results.filter(({ wins, losses }) => wins + losses > 0),
        ({ wins, losses }) => {
          const { low, high } = wilson(wins, losses)
          expect(low).toBeLessThanOrEqual(wins / (wins + losses) + 1e-3)
          expect(high).toBeGreaterThanOrEqual(wins / (wins + losses) - 1e-3)
          if (losses > 0) expect(wilson(wins + 1, losses - 1).low).toBeGreaterThan(low - 1e-9)
        },
      ),
    )
  })
})

test.each([
  [9, 'none'],
  [10, 'few'],
  [19, 'few'],
  [20, 'building'],
  [99, 'building'],
  [100, 'enough'],
] as const)('%i battles are %s', (decided, word) => {
  expect(sampleOf(decided)).toBe(word)
})

test('a share is drawn towards its prior as by that many more battles', () => {
  expect(drawn(30, 50, { prior: 0.5, weight: 50 })).toBe(0.55)
  expect(drawn(0, 0, { prior: 0.57, weight: 20 })).toBe(0.57)
})
