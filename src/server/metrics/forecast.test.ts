import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '#shared/days.ts'
import { createRandom } from '#shared/random.ts'
import { anyClubSeries, anySeries, clubSeriesOf, seriesOf, TODAY } from '#test/daily-series.ts'
import {
  computeOutlook,
  dailyGains,
  factorAt,
  knownUntil,
  type Outlook,
  playedLine,
  quantiles,
  silence,
  silenceAbout,
  USUAL_WIDENING,
} from './forecast.ts'
import { accuracyOf, checkedWindows, fitWidening, neededFactor, WINDOW_DAYS } from './forecast-widening.ts'

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
    expect(silence({ gains: steady.slice(0, 6), active: 6 })).toContain('7 known days; so far there are 6')
    expect(silence({ gains: steady, active: 3 })).toContain('4 days with play in the last 28; there were 3')
    expect(silence({ gains: steady.slice(0, 7), active: 4 })).toBeNull()
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
  it('of steady play is exact', () => {
    const { passage, fan, reaching } = computeOutlook({ ...ask, gains: steady })
    expect(passage).toEqual({ earliest: 10, median: 10, latest: 10 })
    expect(fan[0]).toEqual({ date: addDays(TODAY, 1), low: 1010, middle: 1010, high: 1010 })
    expect(fan).toHaveLength(30)
    expect(reaching).toBe(100)
  })

  it('of play at weekends knows the week, but not on which day it begins', () => {
    const { passage, fan } = computeOutlook({ ...ask, gains: weekends })
    // Each week brings 70; 100 need one week and a part of the next one.
    expect(passage?.median).toBeGreaterThanOrEqual(7)
    expect(passage?.latest).toBeLessThanOrEqual(14)
    expect(fan[6]).toMatchObject({ low: 1070, middle: 1070, high: 1070 })
    expect(fan[2]?.high).toBeGreaterThan(fan[2]?.low ?? 0)
  })

  it('ends after 90 days', () => {
    const { passage, reaching } = computeOutlook({ ...ask, gains: steady, target: 1901 })
    expect([passage, reaching]).toEqual([null, 0])
    expect(silenceAbout({ trophies: 1000, target: 1901 }, passage)).toBe('At this pace it takes more than 90 days.')
    expect(silenceAbout({ trophies: 1000, target: 1000 }, null)).toBe('This number is reached already.')
    expect(computeOutlook({ ...ask, gains: steady, target: 1900 }).passage?.median).toBe(90)
  })

  const anyGains = fc.array(fc.integer({ min: -300, max: 900 }), { minLength: 7, maxLength: 28 })
  const few = { numRuns: 25 }

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
    expect([1, 7, 14, 22, 30, 90].map((days) => factorAt(USUAL_WIDENING.player, days))).toEqual([
      1.49,
      1.49,
      1.68,
      expect.closeTo(1.895),
      2.11,
      2.11,
    ])
  })

  it('that a range needs is told by the side on which it missed', () => {
    const range = { low: 90, middle: 100, high: 140 }
    expect([100, 140, 180, 90, 70].map((came) => neededFactor(range, came))).toEqual([0, 1, 2, 1, 3])
    expect(neededFactor({ low: 100, middle: 100, high: 140 }, 99)).toBe(Infinity)
    expect(quantiles([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])).toEqual({ low: 1, middle: 5, high: 9 })
  })

  it('is the usual one with fewer than 300 windows, and says how often that held', () => {
    const windows = Array.from({ length: 299 }, (_, place) => {
      return { half: place % 2 === 0 ? 0 : 1, days: 7, needed: place < 200 ? 1 : 2 } as const
    })
    const fits = fitWidening('player', windows)
    expect(fits[0]).toEqual({ days: 7, factor: 1.49, windows: 299, held: 200 })
    expect(fits[2]).toEqual({ days: 30, factor: 2.11, windows: 0, held: 0 })
    expect(fitWidening('club', windows)[0]).toEqual({ days: 7, factor: 1.37, windows: 299, held: 200 })
    expect(accuracyOf(fits, TODAY)).toEqual({ ranges: 299, held: 200, checkedOn: TODAY })
    expect(accuracyOf(fitWidening('player', windows.slice(0, 29)), TODAY)).toBeNull()
  })

  it('makes 80 % of ranges hold for players whose ways change, where plain ranges hold less often', () => {
    const players = Array.from({ length: 150 }, (_, place) => moodySeries(place))
    const windows = players.flatMap((series, place) => checkedWindows(`#P${place}`, series))
    for (const { days, factor, windows: all, held } of fitWidening('player', windows)) {
      const plain = windows.filter((window) => window.days === days && window.needed <= 1).length
      expect(all).toBeGreaterThan(300)
      expect(factor).toBeGreaterThan(1)
      expect(plain / all).toBeLessThan(0.75)
      expect(Math.abs(held / all - 0.8)).toBeLessThan(0.05)
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
