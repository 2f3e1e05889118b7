import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aboveExpected, byLowerEnd, computeRate, sampleOf, shrinkRate, starsPerWin, wilson } from './battle-rates.ts'

const tally = (wins: number, losses: number, draws = 0) => ({ wins, losses, draws })
const even = { prior: 0.5, weight: 25 }
const decidedBattles = fc
  .record({ wins: fc.nat(2000), losses: fc.nat(2000) })
  .filter(({ wins, losses }) => wins + losses > 0)
const anyPrior = fc.record({
  prior: fc.double({ min: 0, max: 1, noNaN: true }),
  weight: fc.constantFrom(20, 25, 50),
})

describe('the shown rate', () => {
  it.each([
    // (68 + 25 x 0.5) / (96 + 25)
    ['68 of 96 against an even prior', tally(68, 28), even, 66.5],
    // (5 + 20 x 0.57) / (10 + 20)
    ['5 of 10 of a player where others win 57 %', tally(5, 5), { prior: 0.57, weight: 20 }, 54.7],
    // (10 + 25 x 0.5) / (10 + 25): far from the 100 % that they are
    ['10 of 10', tally(10, 0), even, 64.3],
    ['draws, which change nothing', tally(68, 28, 40), even, 66.5],
  ])('of %s', (_, of, prior, rate) => {
    expect(computeRate(of, prior).rate).toBe(rate)
  })

  it('is not given with fewer than 10 battles, draws left out; the counts are', () => {
    expect(computeRate(tally(6, 3, 5), even)).toEqual({
      battles: 14,
      wins: 6,
      losses: 3,
      draws: 5,
      rate: null,
      low: null,
      high: null,
      sample: 'none',
      prior: null,
      prior_weight: 25,
    })
  })

  it('is drawn towards its prior as by that many more battles', () => {
    expect(shrinkRate(30, 50, { prior: 0.5, weight: 50 })).toBe(0.55)
    expect(shrinkRate(0, 0, { prior: 0.57, weight: 20 })).toBe(0.57)
  })

  it('lies between the prior and the share of wins, and nearer to this the more battles there are', () => {
    fc.assert(
      fc.property(decidedBattles, anyPrior, ({ wins, losses }, prior) => {
        const decided = wins + losses
        const [shown, own] = [shrinkRate(wins, decided, prior), wins / decided]
        expect(shown).toBeGreaterThanOrEqual(Math.min(own, prior.prior) - 1e-12)
        expect(shown).toBeLessThanOrEqual(Math.max(own, prior.prior) + 1e-12)
        const often = shrinkRate(1000 * wins, 1000 * decided, prior)
        expect(Math.abs(often - own)).toBeLessThanOrEqual(Math.abs(shown - own) + 1e-12)
      }),
    )
  })
})

describe('the interval of a share of wins', () => {
  // By hand: (w + 1.92) / (n + 3.84) -+ 1.96 / (n + 3.84) * sqrt(w l / n + 0.96).
  it.each([
    { wins: 3, losses: 0, low: 0.4385, high: 1 },
    { wins: 0, losses: 10, low: 0, high: 0.2775 },
    { wins: 68, losses: 28, low: 0.6108, high: 0.7898 },
    { wins: 5, losses: 5, low: 0.2366, high: 0.7634 },
    { wins: 0, losses: 0, low: 0, high: 1 },
  ])('of $wins wins and $losses losses', ({ wins, losses, low, high }) => {
    expect(wilson(wins, losses).low).toBeCloseTo(low, 4)
    expect(wilson(wins, losses).high).toBeCloseTo(high, 4)
  })

  it('holds the share of wins and narrows with more battles; a higher share never has a lower interval', () => {
    fc.assert(
      fc.property(decidedBattles, ({ wins, losses }) => {
        const { low, high } = wilson(wins, losses)
        expect(low).toBeLessThanOrEqual(wins / (wins + losses))
        expect(high).toBeGreaterThanOrEqual(wins / (wins + losses))
        const more = wilson(4 * wins, 4 * losses)
        expect(more.high - more.low).toBeLessThan(high - low)
        if (losses > 0) expect(wilson(wins + 1, losses - 1).low).toBeGreaterThan(low - 1e-9)
      }),
    )
  })

  it('holds the rate that is shown, however far the prior draws it', () => {
    fc.assert(
      fc.property(decidedBattles, anyPrior, ({ wins, losses }, prior) => {
        const { rate, low, high } = computeRate(tally(wins, losses), prior)
        fc.pre(rate !== null)
        expect([(low ?? 101) <= (rate ?? -1), (high ?? -1) >= (rate ?? 101)]).toEqual([true, true])
      }),
    )
  })

  it('orders tables by its lower end, so that few wins in a row do not lead; rows without a rate come last', () => {
    const rows = [tally(3, 0), tally(10, 0), tally(80, 20), tally(5, 4), tally(40, 60)].map((of) =>
      computeRate(of, even),
    )
    // Lower ends: 71.1; 66.7, where the prior draws the rate of 10 of 10; 30.9; 9 and 3 battles have none.
    expect(rows.toSorted(byLowerEnd).map(({ wins, losses }) => `${wins}:${losses}`)).toEqual([
      '80:20',
      '10:0',
      '40:60',
      '5:4',
      '3:0',
    ])
  })
})

describe('beside a rate', () => {
  it.each([
    [0, 'none'],
    [9, 'none'],
    [10, 'few'],
    [19, 'few'],
    [20, 'building'],
    [99, 'building'],
    [100, 'enough'],
  ] as const)('%i battles are %s', (decided, word) => {
    expect(sampleOf(decided)).toBe(word)
  })

  it.each([
    // 100 x (68 - 54.6) / 96 = 13.96
    [68, 96, 54.6, 14],
    [5, 10, 5.7, -7],
    [9, 9, 4, null],
  ])('stand the points above expected: %i of %i won, %d expected', (wins, decided, expected, points) => {
    expect(aboveExpected(wins, decided, expected)).toBe(points)
  })

  it('stand star awards per win', () => {
    expect([starsPerWin(21, 69), starsPerWin(0, 5), starsPerWin(1, 0)]).toEqual([0.3, 0, null])
  })
})
