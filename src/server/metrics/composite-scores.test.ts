import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { oneDecimal } from './one-decimal.ts'
import { overallScore } from './overall-score.ts'
import { performanceScore } from './performance-score.ts'
import { rankBy } from './rank-by.ts'
import { trophyContribution } from './trophy-contribution.ts'
import { trophyPercentile } from './trophy-percentile.ts'

const anyScore = fc.double({ min: 0, max: 100, noNaN: true })

describe('the trophy contribution', () => {
  it.each([
    [500, 500, 100],
    [250, 500, 50],
    [1, 3, 33.3],
    [-80, 500, 0], // a loss contributes nothing
    [0, 0, 0], // nobody gained
    [-5, -5, 0],
    [null, 500, null],
  ])('of a gain of %j, the largest being %i, is %j', (gain, largest, contribution) => {
    expect(oneDecimal(trophyContribution(gain, largest))).toBe(contribution)
  })
})

describe('the overall score', () => {
  it.each([
    // 35 % contribution, 30 % activity, 20 % consistency, 15 % trend
    [100, 100, 100, 100, 100],
    [0, 0, 0, 0, 0],
    [100, 0, 0, 0, 35],
    [0, 100, 0, 0, 30],
    [0, 0, 100, 0, 20],
    [0, 0, 0, 100, 15],
    [40, 80, 90, 50, 63.5], // 14 + 24 + 18 + 7.5
    [33.3, 66.7, 50, 88.1, 54.9], // 11.655 + 20.01 + 10 + 13.215 = 54.88
  ])('of %f, %f, %f, %f is %f', (contribution, activity, consistency, trend, overall) => {
    expect(oneDecimal(overallScore({ contribution, activity, consistency, trend }))).toBe(overall)
  })
})

describe('the performance score', () => {
  it.each([
    // 40 % percentile, 20 % each of activity, consistency, trend
    [100, 100, 100, 100, 100],
    [100, 0, 0, 0, 40],
    [0, 100, 0, 0, 20],
    [0, 0, 100, 0, 20],
    [0, 0, 0, 100, 20],
    [75, 60, 80, 50, 68], // 30 + 12 + 16 + 10
  ])('of %f, %f, %f, %f is %f', (percentile, activity, consistency, trend, performance) => {
    expect(oneDecimal(performanceScore({ percentile, activity, consistency, trend }))).toBe(performance)
  })
})

describe('both', () => {
  it('are unknown when a part is, and else lie between their lowest and highest part', () => {
    fc.assert(
      fc.property(anyScore, anyScore, anyScore, anyScore, (head, activity, consistency, trend) => {
        const parts = { activity, consistency, trend }
        const both = [overallScore({ contribution: head, ...parts }), performanceScore({ percentile: head, ...parts })]
        for (const score of both) {
          expect(score).toBeGreaterThanOrEqual(Math.min(head, activity, consistency, trend) - 1e-9)
          expect(score).toBeLessThanOrEqual(Math.max(head, activity, consistency, trend) + 1e-9)
        }
        expect(overallScore({ contribution: null, ...parts })).toBeNull()
        expect(performanceScore({ percentile: head, ...parts, trend: null })).toBeNull()
      }),
    )
  })
})

describe('the trophy percentile', () => {
  it.each([
    [1, 4, 25], // lowest of four
    [3, 4, 75],
    [4, 4, 100], // the best
    [1, 1, 100], // alone
    [0, 0, null],
  ])('with %i of %i players at most as high is %j', (atMost, tracked, percentile) => {
    expect(trophyPercentile(atMost, tracked)).toBe(percentile)
  })
})

describe('ranks', () => {
  it.each([
    [
      [50, 100, 75],
      [3, 1, 2],
    ],
    [
      [100, 75, 75, 10],
      [1, 2, 2, 4],
    ], // ties share the better rank, the next one skips
    [
      [0, 0, 0],
      [1, 1, 1],
    ],
    [
      [null, 20, null, 30],
      [null, 2, null, 1],
    ],
    [[], []],
  ])('of %j are %j', (scores, ranks) => {
    expect(rankBy(scores)).toEqual(ranks)
  })

  it('are one more than the number of better scores', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 9 })), (scores) => {
        expect(rankBy(scores)).toEqual(scores.map((score) => 1 + scores.filter((other) => other > score).length))
      }),
    )
  })
})
