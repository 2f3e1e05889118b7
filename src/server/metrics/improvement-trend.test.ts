import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anySeries, seriesOf } from '#test/daily-series.ts'
import { activityScore } from './activity.ts'
import { type DailySeries, windowView } from './daily-series.ts'
import { oneDecimal } from './one-decimal.ts'
import { improvementTrend, netGain } from './trophy-gain.ts'

const trendOf = (series: DailySeries, days = 90) => improvementTrend(series, days)

/** The closes of days with these gains, after 1,000 trophies. */
const gains = (...won: number[]) => {
  let trophies = 1000
  return won.map((gain) => (trophies += gain))
}

describe('the improvement trend', () => {
  it.each([
    // 9 observed days after a close of 1,000: k = 3, r over the last 3, b over the 6 before.
    ['the same pace: r = b = 20', gains(20, 20, 20, 20, 20, 20, 20, 20, 20), 50],
    ['r = 40, b = 20, s0 = 30: 50 (1 + tanh 2/3)', gains(20, 20, 20, 20, 20, 20, 40, 40, 40), 79.1],
    ['r = 20, b = 40, s0 = 30: 50 (1 - tanh 2/3)', gains(40, 40, 40, 40, 40, 40, 20, 20, 20), 20.9],
    ['r = 5, b = 0, s0 = 10: 50 (1 + tanh 1/2)', gains(0, 0, 0, 0, 0, 0, 5, 5, 5), 73.1],
    ['r = 900, b = 0, s0 = 450: 50 (1 + tanh 2)', gains(0, 0, 0, 0, 0, 0, 900, 900, 900), 98.2],
    ['r = -30, b = 30, s0 = 30: 50 (1 - tanh 2)', gains(30, 30, 30, 30, 30, 30, -30, -30, -30), 1.8],
    ['steady losses are the same pace', gains(-20, -20, -20, -20, -20, -20, -20, -20, -20), 50],
    // 7 days: k = 2, r = 60 / 2, b = 50 / 5, s0 = 20: 50 (1 + tanh 1)
    ['of 7 days, k = 2', gains(10, 10, 10, 10, 10, 30, 30), 88.1],
    ['unknown below 7 observed days', gains(10, 10, 10, 10, 30, 30), null],
    ['unknown without an observation', [null, null], null],
  ] as const)('%s', (_, closes, trend) => {
    expect(oneDecimal(trendOf(seriesOf([1000, ...closes]), closes.length))).toBe(trend)
  })

  it('counts from the first observation where that came later, and in observed days', () => {
    // First seen with 1,000. 8 observed days of 10, k = 2: r = (1,120 - 1,060) / 2, b = (1,060 - 1,000) / 6, s0 = 20.
    const closes = [1010, 1020, null, null, 1030, 1040, 1050, 1060, 1090, 1120]
    expect(oneDecimal(trendOf(seriesOf(closes, { firstTrophies: 1000 })))).toBe(88.1) // 50 (1 + tanh 1)
  })

  it('is unknown without an active day in the last 14', () => {
    const quiet = (days: number) => seriesOf([...gains(10, 10, 10, 10, 10, 10, 10), ...new Array(days).fill(1070)])
    expect(trendOf(quiet(14), 30)).toBeNull()
    expect(trendOf(quiet(13), 30)).not.toBeNull()
    // Nothing in the 7 days, but something before: r = b = 0.
    expect(trendOf(quiet(8), 7)).toBe(50)
  })

  it('lies between 0 and 100, and is the same when all trophies are higher', () => {
    fc.assert(
      fc.property(anySeries, fc.integer({ min: 1, max: 100_000 }), (series, shift) => {
        const trend = trendOf(series)
        fc.pre(trend !== null)
        expect(trend).toBeGreaterThanOrEqual(0)
        expect(trend).toBeLessThanOrEqual(100)
        const closes = series.closes.map((close) => (close === null ? null : close + shift))
        expect(trendOf({ ...series, closes })).toBe(trend)
      }),
    )
  })

  it('is above 50 when the last days were better than those before, and below when worse', () => {
    const pace = fc.integer({ min: 0, max: 500 })
    fc.assert(
      fc.property(pace, pace, fc.integer({ min: 7, max: 30 }), (before, recent, days) => {
        const third = Math.floor(days / 3)
        const won = Array.from({ length: days }, (_, day) => (day < days - third ? before : recent))
        fc.pre(before + recent > 0)
        const trend = trendOf(seriesOf([1000, ...gains(...won)], { changes: [0, ...won.map(() => 1)] }), days)
        expect(Math.sign((trend ?? 50) - 50)).toBe(Math.sign(recent - before))
      }),
    )
  })
})

describe('a season reset', () => {
  it('of 300 trophies does not change the trend of a rise from 20 to 40 a day', () => {
    const steady = gains(20, 20, 20, 20, 20, 20, 40, 40, 40)
    const fallen = steady.map((close, index) => (index < 7 ? close : close - 300))
    const resets = [0, ...steady.map((_, index) => (index === 7 ? -300 : 0))]
    const trend = trendOf(seriesOf([1000, ...fallen], { resets }), 9)
    expect(trend).toBe(trendOf(seriesOf([1000, ...steady]), 9))
    expect(oneDecimal(trend)).toBe(79.1)
  })

  it('changes neither gain nor trend nor activity on any day', () => {
    fc.assert(
      fc.property(anySeries, fc.nat(), fc.integer({ min: 1, max: 900 }), (series, pick, taken) => {
        const later = seenAfterFirst(series)
        fc.pre(later.length > 0)
        const day = later[pick % later.length] ?? 0
        const reset = withReset(series, day, taken)
        for (const figure of [netGain, activityScore]) {
          expect(figure(windowView(reset, 60))).toBe(figure(windowView(series, 60)))
        }
        expect(trendOf(reset, 60)).toBe(trendOf(series, 60))
      }),
    )
  })
})

function seenAfterFirst({ closes }: DailySeries): number[] {
  return closes.flatMap((close, index) => (close === null ? [] : [index])).slice(1)
}

function withReset(series: DailySeries, day: number, taken: number): DailySeries {
  const lower = (close: number | null, index: number) => (close === null || index < day ? close : close - taken)
  const resets = series.resets.map((reset, index) => (index === day ? reset - taken : reset))
  return { ...series, closes: series.closes.map(lower), resets }
}
