import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '#shared/days.ts'
import { anySeries, cutTo, rhythm, seriesOf, TODAY } from '#test/daily-series.ts'
import { oneDecimal } from './one-decimal.ts'
import {
  type ClubPlace,
  performanceScore,
  playerActivity,
  playerSentence,
  trophyPercentile,
  withoutScores,
} from './player-activity.ts'

describe('the last 30 days of a player', () => {
  it('become scores, gain and next milestone', () => {
    // 10 days from 1,010 to 1,070 trophies, silent on days 4, 5 and 8; half of the players have no more trophies.
    expect(playerActivity(rhythm('###..##.##'), 50)).toEqual({
      performance_score: 68.3, // 20 + 0.2 x 70 + 0.2 x 80 + 0.2 x 91.7
      trophy_percentile: 50,
      activity_analysis: {
        activity_score: 70, // 7 of 10
        active_days_30d: 7,
        avg_daily_change: 6, // (1,070 - 1,010) / 10
        consistency_rating: 80, // 1 - 2/10
        longest_streak_days: 3,
        improvement_trend: 91.7, // slope 6 a day: 50 (1 + tanh(6 / 5))
      },
      trophy_change_30d: 60,
      next_milestone: { trophy_count: 5000, trophies_missing: 3930, days_at_this_pace: 655 }, // 3,930 / 6
      observed_days_30d: 10,
    })
  })

  it('have null scores, never 0, without any observation', () => {
    const { activity_analysis, ...rest } = playerActivity(seriesOf([null]), 50)
    expect(new Set(Object.values(activity_analysis))).toEqual(new Set([null]))
    expect(rest).toMatchObject({ performance_score: null, trophy_change_30d: null, next_milestone: null })
  })

  it('have null scores when all observations are older', () => {
    const before = { day: addDays(TODAY, -40), close: 4200 }
    expect(playerActivity(seriesOf([null, null, null], { before }), 50)).toMatchObject({
      performance_score: null,
      activity_analysis: { activity_score: null, active_days_30d: null, improvement_trend: null },
      trophy_change_30d: null,
      next_milestone: { trophy_count: 5000, trophies_missing: 800, days_at_this_pace: null },
    })
  })

  it('still tell trophies and their place without scores', () => {
    const { trophy_percentile, next_milestone, observed_days_30d, ...rest } = withoutScores(
      playerActivity(rhythm('###..##.##'), 50),
    )
    expect([trophy_percentile, next_milestone?.trophies_missing, observed_days_30d]).toEqual([50, 3930, 10])
    expect([rest.performance_score, rest.trophy_change_30d]).toEqual([null, 60])
    expect(new Set(Object.values(rest.activity_analysis))).toEqual(new Set([null]))
  })

  it('never give NaN, and do not depend on older days', () => {
    fc.assert(
      fc.property(anySeries, fc.double({ min: 0, max: 100, noNaN: true }), (series, percentile) => {
        const activity = playerActivity(series, percentile)
        expect(JSON.stringify(activity, (_, value) => (Number.isNaN(value) ? 'NaN' : value))).not.toContain('NaN')
        expect(activity.performance_score ?? 0).toBeGreaterThanOrEqual(0)
        expect(activity.performance_score ?? 0).toBeLessThanOrEqual(100)
        expect(playerActivity(cutTo(series, 31), percentile)).toEqual(activity)
      }),
    )
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

  it('is null when a part is, and otherwise lies between the lowest and the highest part', () => {
    const anyScore = fc.double({ min: 0, max: 100, noNaN: true })
    fc.assert(
      fc.property(anyScore, anyScore, anyScore, anyScore, (percentile, activity, consistency, trend) => {
        const score = performanceScore({ percentile, activity, consistency, trend })
        expect(score).toBeGreaterThanOrEqual(Math.min(percentile, activity, consistency, trend) - 1e-9)
        expect(score).toBeLessThanOrEqual(Math.max(percentile, activity, consistency, trend) + 1e-9)
        expect(performanceScore({ percentile, activity, consistency, trend: null })).toBeNull()
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

/** 30 days of a player who ends with 49,460 trophies, plays on the last `active` days and gains so much in equal parts. */
function month({ gain, active, place = null }: { gain: number; active: number; place?: ClubPlace | null }) {
  const won = (days: number) => Math.round((gain * days) / Math.max(1, active))
  const closes = Array.from({ length: 31 }, (_, day) => 49_460 - gain + won(Math.max(0, day + active - 30)))
  const changes = closes.map((_, day) => (day > 30 - active ? 2 : 0))
  return playerSentence(playerActivity(seriesOf(closes, { changes }), 50), place)
}

describe('the sentences about a player', () => {
  it('tell the form, the place in the club and the way to the next milestone', () => {
    expect(month({ gain: 1820, active: 26, place: { rank: 2, members: 28 } })).toBe(
      // 540 / (1,820 / 30) = 8.9
      'Peak form: up +1,820 in 30 days, active 26 of 30 days, 2nd-best contributor in the club. Next milestone: 50k, about 9 days away.',
    )
  })

  it.each([
    [{ rank: 1, members: 28 }, ', best contributor in the club.'],
    [{ rank: 3, members: 28 }, ', 3rd-best contributor in the club.'],
    [{ rank: 22, members: 28 }, ', 22nd of 28 contributors in the club.'],
    [null, 'of 30 days.'],
  ])('put the place %j as %s', (place, text) => {
    expect(month({ gain: 1820, active: 26, place })).toContain(text)
  })

  it.each([
    [{ gain: 1820, active: 20 }, 'On the rise: up +1,820 in 30 days, active 20 of 30 days.'],
    [{ gain: 30, active: 30 }, 'Holding level: up +30 in 30 days, active 30 of 30 days.'],
    [{ gain: 0, active: 12 }, 'Holding level: no net gain in 30 days, active 12 of 30 days.'],
    [{ gain: -1200, active: 30 }, 'Losing ground: down 1,200 in 30 days, active 30 of 30 days.'],
    [{ gain: 0, active: 0 }, 'Silent: no net gain in 30 days, active 0 of 30 days.'],
  ])('of %j begin with %s', (figures, text) => {
    expect(month({ ...figures })?.startsWith(text)).toBe(true)
  })

  it('say how many trophies are missing when the days cannot be told or are too many', () => {
    expect(month({ gain: 0, active: 5 })).toContain('Next milestone: 50k, 540 trophies to go.')
    expect(month({ gain: 30, active: 30 })).toContain('540 trophies to go.') // 540 days
    expect(month({ gain: 16_200, active: 30 })).toContain('about 1 day away.') // 540 a day
  })

  it('leave out the place in the club of a player who gained nothing', () => {
    expect(month({ gain: 0, active: 3, place: { rank: 1, members: 4 } })).not.toContain('contributor')
  })

  it('write a single day in the singular, and are null without any observation', () => {
    expect(playerSentence(playerActivity(rhythm('#'), 50), null)).toContain('active 1 of 1 day.')
    expect(playerSentence(playerActivity(seriesOf([null]), 50), null)).toBeNull()
  })
})
