import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anySeries, seriesOf } from '#test/daily-series.ts'
import { activityScore } from './activity.ts'
import { type DailySeries, windowView } from './daily-series.ts'
import { oneDecimal } from './one-decimal.ts'
import { improvementTrend, median, theilSenSlope } from './trend.ts'
import { netGain } from './trophy-gain.ts'

const trendOf = (series: DailySeries, days = 90) => improvementTrend(windowView(series, days))

describe('the Theil-Sen slope', () => {
  it.each([
    [[], 0],
    [[100], 0],
    [[100, 110], 10],
    [[0, 10, 30], 15], // slopes 10, 20, 30/2 = 15: the middle one
    [[0, 0, 0, 90], 15], // 0, 0, 0, 90/1, 90/2, 90/3: middle of 0 and 30
    [[100, 101, 102, 999, 104], 1], // one wild day does not matter
    [[30, 20, 10], -10],
  ])('of %j is %f a day', (line, slope) => {
    expect(theilSenSlope(line)).toBe(slope)
  })
})

describe('the improvement trend', () => {
  it.each([
    ['flat: 50 (1 + tanh 0)', [1000, 1000, 1000], 50],
    ['5 a day at 1,000, s0 = max(5, 1): 50 (1 + tanh 1)', [1000, 1005, 1010], 88.1],
    ['-5 a day: 50 (1 - tanh 1)', [1010, 1005, 1000], 11.9],
    ['25 a day at 50,000, s0 = 50: 50 (1 + tanh 0.5)', [50_000, 50_025, 50_050], 73.1],
    ['steep: tanh 20 is 1', [1000, 1100, 1200], 100],
    ['one observed day: no slope', [null, null, 1000], 50],
    ['unknown without an observation', [null, null], null],
  ] as const)('%s', (_, closes, trend) => {
    expect(oneDecimal(trendOf(seriesOf([...closes])))).toBe(trend)
  })

  it('takes s0 from the first observed day of the window, not of the history', () => {
    // 3 days from 50,000 on, 10 a day: s0 = 50, 50 (1 + tanh 0.2)
    expect(oneDecimal(trendOf(seriesOf([100, 50_000, 50_010, 50_020]), 3))).toBe(59.9)
  })

  it('lies between 0 and 100, and on the same side of 50 when all trophies are higher', () => {
    fc.assert(
      fc.property(anySeries, fc.integer({ min: 1, max: 100_000 }), (series, shift) => {
        const trend = trendOf(series)
        fc.pre(trend !== null)
        expect(trend).toBeGreaterThanOrEqual(0)
        expect(trend).toBeLessThanOrEqual(100)
        const shifted = trendOf({
          ...series,
          closes: series.closes.map((close) => (close === null ? null : close + shift)),
        })
        expect(Math.sign((shifted ?? 0) - 50)).toBe(Math.sign((trend ?? 0) - 50))
      }),
    )
  })
})

describe('a season reset', () => {
  it('of 300 trophies does not change the trend of a rise of 5 a day', () => {
    const steady = seriesOf([1000, 1005, 1010, 1015])
    const reset = seriesOf([1000, 1005, 710, 715], { resets: [0, 0, -300, 0] })
    expect(trendOf(reset)).toBe(trendOf(steady))
    expect(oneDecimal(trendOf(reset))).toBe(88.1)
  })

  it('changes neither gain nor trend nor activity on any day', () => {
    fc.assert(
      fc.property(anySeries, fc.nat(), fc.integer({ min: 1, max: 900 }), (series, pick, taken) => {
        const later = seenAfterFirst(series)
        fc.pre(later.length > 0)
        const day = later[pick % later.length] ?? 0
        const [plain, reset] = [windowView(series, 60), windowView(withReset(series, day, taken), 60)]
        for (const figure of [netGain, improvementTrend, activityScore]) expect(figure(reset)).toBe(figure(plain))
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

describe('the median', () => {
  it.each([
    [[7], 7],
    [[3, 1], 2],
    [[9, 1, 5], 5],
    [[4, 1, 3, 2], 2.5],
    [[0, 0, 0, 0, 8], 0],
    [[-2, -1, -1, 5], -1],
  ])('of %j is %f', (values, middle) => {
    expect(median(Float64Array.from(values))).toBe(middle)
  })

  it('is what sorting gives', () => {
    const value = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.double({ min: -1e6, max: 1e6, noNaN: true }))
    fc.assert(
      fc.property(fc.array(value, { minLength: 1, maxLength: 200 }), (values) => {
        const sorted = values.toSorted((one, other) => one - other)
        const [low, high] = [sorted[(values.length - 1) >> 1] ?? 0, sorted[values.length >> 1] ?? 0]
        expect(median(Float64Array.from(values))).toBeCloseTo((low + high) / 2, 12)
      }),
    )
  })
})
