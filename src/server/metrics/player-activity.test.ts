import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '#shared/calendar-day.ts'
import { anySeries, cutTo, rhythm, seriesOf, TODAY } from '#test/daily-series.ts'
import { playerActivity, withoutScores } from './player-activity.ts'

describe('the last 30 days of a player', () => {
  it('in figures', () => {
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

  it('are unknown, never 0, without an observation', () => {
    const { activity_analysis, ...rest } = playerActivity(seriesOf([null]), 50)
    expect(new Set(Object.values(activity_analysis))).toEqual(new Set([null]))
    expect(rest).toMatchObject({ performance_score: null, trophy_change_30d: null, next_milestone: null })
  })

  it('are unknown where nobody looked, though there were looks before', () => {
    const before = { day: addDays(TODAY, -40), close: 4200 }
    expect(playerActivity(seriesOf([null, null, null], { before }), 50)).toMatchObject({
      performance_score: null,
      activity_analysis: { activity_score: null, active_days_30d: null, improvement_trend: null },
      trophy_change_30d: null,
      next_milestone: { trophy_count: 5000, trophies_missing: 800, days_at_this_pace: null },
    })
  })

  it('without scores still tell the trophies and their place', () => {
    const { trophy_percentile, next_milestone, observed_days_30d, ...rest } = withoutScores(
      playerActivity(rhythm('###..##.##'), 50),
    )
    expect([trophy_percentile, next_milestone?.trophies_missing, observed_days_30d]).toEqual([50, 3930, 10])
    expect([rest.performance_score, rest.trophy_change_30d]).toEqual([null, 60])
    expect(new Set(Object.values(rest.activity_analysis))).toEqual(new Set([null]))
  })

  it('are never NaN, and older days do not matter', () => {
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
