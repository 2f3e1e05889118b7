import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '#shared/days.ts'
import { createRandom } from '#shared/random.ts'
import { anyClubSeries, anySeries, clubSeriesOf, seriesOf, TODAY } from '#test/daily-series.ts'
import {
  computeOutlook,
  dailyGains,
  factorsAt,
  knownUntil,
  type Outlook,
  playedLine,
  quantiles,
  scaleOf,
  USUAL_WIDENING,
  whyNoArrival,
  whyNoForecast,
} from './forecast.ts'
import {
  accuracyOf,
  type CheckedWindow,
  checkedWindows,
  fitWidening,
  neededFactors,
  WINDOW_DAYS,
} from './forecast-widening.ts'

const ask = {
  today: TODAY,
  trophies: 1000,
  target: 1100,
  seed: 7,
  widening: USUAL_WIDENING.player,
  days: 90,
  fanDays: 30,
}
const steady = Array.from({ length: 28 }, () => 10)
const weekends = Array.from({ length: 28 }, (_, day) => (day % 7 < 2 ? 35 : 0))

describe('the gains of a history', () => {
  it('are the differences of the closes, without what resets took', () => {
    expect(dailyGains(seriesOf([1000, 1030, 1030, 1010]))).toEqual([null, 30, 0, -20])
    expect(dailyGains(seriesOf([1000, 1030, 800, 850], { resets: [0, 0, -240, 0] }))).toEqual([null, 30, null, 50])
  })

  it('are spread evenly over days on which nobody looked, and unknown after the last look', () => {
    expect(dailyGains(seriesOf([1000, null, null, 1030, null]))).toEqual([null, 10, 10, 10, null])
    const before = { day: addDays(TODAY, -3), close: 970 }
    expect(dailyGains(seriesOf([null, 1000, 1010], { before }))).toEqual([15, 15, 10])
  })

  it('of a club are those of its members, not of those who come and go', () => {
    const club = clubSeriesOf([9000, 9100, 7200, 12_300], { joined: [0, 0, 0, 5000], departed: [0, 0, -2000, 0] })
    expect(dailyGains(playedLine(club))).toEqual([null, 100, 100, 100])
    const untold = clubSeriesOf([9000, 9100, 9200, 9300], { joined: [0, null, 0, 0] })
    expect(dailyGains(playedLine(untold))).toEqual([null, null, 100, 100])
  })

  it('add up to the change of the line without resets, whatever was seen', () => {
    fc.assert(
      fc.property(anySeries, (series) => {
        const known = series.closes.filter((close) => close !== null)
        const free = { ...series, resets: series.resets.map(() => 0) }
        const sum = dailyGains(free).reduce<number>((total, gain) => total + (gain ?? 0), 0)
        expect(sum).toBeCloseTo((known.at(-1) ?? 0) - (known[0] ?? 0), 6)
      }),
    )
  })

  it('are too few with under 7 known days, or under 4 with play', () => {
    expect(whyNoForecast({ gains: steady.slice(0, 6), active: 6 })).toBe('needs_days')
    expect(whyNoForecast({ gains: steady, active: 3 })).toBe('needs_play')
    expect(whyNoForecast({ gains: steady.slice(0, 7), active: 4 })).toBeNull()
  })

  it('are the same as on the day itself: nothing of what came later is known', () => {
    fc.assert(
      fc.property(fc.oneof(anySeries, anyClubSeries), fc.integer({ min: 1, max: 60 }), (series, days) => {
        const closes = series.closes.map((close, index) => (index < days ? close : null))
        expect(dailyGains(knownUntil(series, days))).toEqual(dailyGains({ ...series, closes }).slice(0, days))
      }),
    )
  })
})

describe('an outlook', () => {
  const plain = [{ days: 1, low: 1, high: 1 }]
  const few = { numRuns: 25 }

  it('of steady play goes on as before in the middle, and is never certain', () => {
    const { passage, fan, reaching } = computeOutlook({ ...ask, gains: steady, widening: plain })
    // 10 a day: after 9 days the range is 90 ± 10 √9, and after 14 days 140 ± 37.
    expect(fan[8]).toEqual({ date: addDays(TODAY, 9), low: 1060, middle: 1090, high: 1120 })
    expect(fan).toHaveLength(30)
    expect(passage).toEqual({ earliest: 8, median: 10, latest: 14 })
    expect(reaching).toBe(100)
  })

  it('names the day on which its middle line, and each end of its range, reaches the target, for who never loses', () => {
    const anyWins = fc.array(fc.integer({ min: 0, max: 900 }), { minLength: 7, maxLength: 28 })
    const steps = fc.tuple(anyWins, fc.integer({ min: 1, max: 9000 }))
    fc.assert(
      fc.property(steps, ([gains, away]) => {
        // Half a trophy, so that rounding decides nothing.
        const target = 20_000 + away - 0.5
        const { fan, passage } = computeOutlook({ ...ask, gains, trophies: 20_000, target })
        const first = (end: 'low' | 'middle' | 'high') => {
          const day = 1 + fan.findIndex((range) => range[end] >= target)
          return day === 0 ? null : day
        }
        const within = (day: number | null | undefined) => ((day ?? Infinity) > fan.length ? null : day)
        expect([passage?.earliest, passage?.median, passage?.latest].map(within)).toEqual(
          passage === null ? [null, null, null] : [first('high'), first('middle'), first('low')],
        )
        if (passage === null) expect(first('middle')).toBeNull()
      }),
      few,
    )
  })

  it('moves each end by its own factor, and leaves the middle where it is', () => {
    const gains = weekends.map((gain, day) => gain + day)
    const dayTen = (low: number, high: number) =>
      computeOutlook({ ...ask, gains, widening: [{ days: 1, low, high }] }).fan[9] ?? { low: 0, middle: 0, high: 0 }
    const [usual, lower, higher] = [dayTen(1, 1), dayTen(2, 1), dayTen(1, 3)]
    expect([lower.middle, lower.high]).toEqual([usual.middle, usual.high])
    expect([higher.middle, higher.low]).toEqual([usual.middle, usual.low])
    expect(Math.abs(usual.middle - lower.low - 2 * (usual.middle - usual.low))).toBeLessThanOrEqual(2)
    expect(Math.abs(higher.high - usual.middle - 3 * (usual.high - usual.middle))).toBeLessThanOrEqual(3)
  })

  it('of play at weekends knows the week, but not on which day it begins', () => {
    const { passage, fan } = computeOutlook({ ...ask, gains: weekends, widening: plain })
    // Each week brings 70; 100 need one week and a part of the next one.
    expect(passage?.median).toBeGreaterThanOrEqual(7)
    expect(passage?.median).toBeLessThanOrEqual(14)
    expect(fan[6]).toMatchObject({ low: 1044, middle: 1070, high: 1096 })
    expect(fan[2]?.high).toBeGreaterThan(fan[2]?.low ?? 0)
  })

  it('ends after 90 days', () => {
    const { passage, reaching } = computeOutlook({ ...ask, gains: steady, target: 1901 })
    // In the middle 90 days bring 900: half of the futures have less.
    expect([passage, reaching]).toEqual([null, 50])
    expect(whyNoArrival({ trophies: 1000, target: 1901 }, passage)).toBe('too_far')
    expect(whyNoArrival({ trophies: 1000, target: 1000 }, null)).toBe('reached')
    expect(computeOutlook({ ...ask, gains: steady, target: 1900 }).passage).toMatchObject({ median: 90, latest: null })
  })

  const anyGains = fc.array(fc.integer({ min: -300, max: 900 }), { minLength: 7, maxLength: 28 })

  it('is the same for the same seed, and another for another', () => {
    const gains = weekends.map((gain, day) => gain + day)
    expect(computeOutlook({ ...ask, gains })).toEqual(computeOutlook({ ...ask, gains }))
    expect(computeOutlook({ ...ask, gains, seed: 8 }).fan).not.toEqual(computeOutlook({ ...ask, gains }).fan)
  })

  it('has its ends in order', () => {
    fc.assert(
      fc.property(anyGains, fc.integer({ min: 1, max: 9000 }), (gains, away) => {
        const { fan, passage, reaching } = computeOutlook({ ...ask, gains, trophies: 20_000, target: 20_000 + away })
        for (const { low, middle, high } of fan) expect(low <= middle && middle <= high).toBe(true)
        if (passage === null) return
        expect(passage.earliest).toBeLessThanOrEqual(passage.median)
        expect(passage.median).toBeLessThanOrEqual(passage.latest ?? 90)
        expect(reaching).toBeGreaterThanOrEqual(50)
      }),
      few,
    )
  })

  it('never comes later with more trophies', () => {
    const days = ({ passage }: Outlook) => [
      passage?.earliest ?? Infinity,
      passage?.median ?? Infinity,
      passage?.latest ?? Infinity,
    ]
    fc.assert(
      fc.property(
        anyGains,
        fc.integer({ min: 0, max: 5000 }),
        fc.integer({ min: 1, max: 5000 }),
        (gains, had, more) => {
          const less = days(computeOutlook({ ...ask, gains, trophies: had, target: 12_000 }))
          const later = days(computeOutlook({ ...ask, gains, trophies: had + more, target: 12_000 }))
          for (const [place, day] of later.entries()) expect(day).toBeLessThanOrEqual(less[place] ?? Infinity)
        },
      ),
      few,
    )
  })
})

describe('the widening', () => {
  it('is a straight line between the factors that are known', () => {
    const known = [
      { days: 7, low: 1, high: 2 },
      { days: 14, low: 1.7, high: 1.3 },
    ]
    expect([1, 7, 10, 14, 90].map((days) => factorsAt(known, days))).toMatchObject([
      { low: 1, high: 2 },
      { low: 1, high: 2 },
      { low: expect.closeTo(1.3), high: expect.closeTo(1.7) },
      { low: 1.7, high: 1.3 },
      { low: 1.7, high: 1.3 },
    ])
  })

  it('that a range needs is told of each end, in units of a scale that is never 0', () => {
    const range = quantiles([90, 100, 100, 100, 100, 110, 120, 130, 140, 150])
    expect(range).toEqual({ low: 90, middle: 100, high: 140 })
    expect(scaleOf(range, { days: 4, change: 3 })).toEqual({ low: 10, high: 40 })
    expect(scaleOf(range, { days: 4, change: 30 })).toEqual({ low: 60, high: 60 })
    expect(scaleOf({ low: 70, middle: 70, high: 70 }, { days: 49, change: 10 })).toEqual({ low: 70, high: 70 })
    expect(neededFactors(100, { low: 10, high: 40 }, 180)).toEqual({ low: -8, high: 2 })
    expect(neededFactors(100, { low: 10, high: 40 }, 70)).toEqual({ low: 3, high: -0.75 })
  })

  it('that a range needs is a number also for who wins and loses the same on each day', () => {
    const closes = Array.from({ length: WINDOW_DAYS }, () => 1000)
    const windows = checkedWindows('#P', seriesOf(closes, { changes: closes.map(() => 2) }))
    expect(windows).toHaveLength(12)
    expect(windows.map(({ needed }) => needed)).toEqual(windows.map(() => ({ low: 0, high: 0 })))
  })

  it('is the usual one with fewer than 100 windows, and says how often that held', () => {
    const windows = Array.from({ length: 99 }, (_, place): CheckedWindow => {
      const needed = place < 10 ? { low: 9, high: -9 } : { low: -1, high: place < 30 ? 9 : 1 }
      return { half: place % 2 === 0 ? 0 : 1, days: 7, needed }
    })
    const fits = fitWidening('player', windows)
    expect(fits[0]).toEqual({ ...USUAL_WIDENING.player[0], windows: 99, below: 10, above: 20 })
    expect(fits[2]).toEqual({ ...USUAL_WIDENING.player[2], windows: 0, below: 0, above: 0 })
    expect(accuracyOf(fits, TODAY)).toEqual({ ranges: 99, held: 69, below: 10, above: 20, checkedOn: TODAY })
    expect(accuracyOf(fitWidening('player', windows.slice(0, 29)), TODAY)).toBeNull()
  })

  it('lets what comes lie below 1 of 10 ranges and above 1 of 10, for players whose ways change', () => {
    const players = Array.from({ length: 150 }, (_, place) => moodySeries(place))
    const windows = players.flatMap((series, place) => checkedWindows(`#P${place}`, series))
    for (const { days, windows: all, below, above } of fitWidening('player', windows)) {
      const plain = windows.filter(
        ({ days: ahead, needed }) => ahead === days && Math.max(needed.low, needed.high) <= 1,
      )
      expect(all).toBeGreaterThan(300)
      expect(plain.length / all).toBeLessThan(0.78)
      expect(Math.abs(below / all - 0.1)).toBeLessThan(0.04)
      expect(Math.abs(above / all - 0.1)).toBeLessThan(0.04)
    }
  })
})

/** A player whose pace drifts over the weeks: the last four are no sure guide to the next. */
function moodySeries(place: number) {
  const random = createRandom(place)
  let [trophies, pace] = [30_000, 60]
  const closes = Array.from({ length: WINDOW_DAYS }, () => {
    pace = Math.max(5, pace + 30 * (random() - 0.5))
    if (random() < 0.6) trophies += Math.round(2 * pace * random())
    return trophies
  })
  return seriesOf(closes)
}
