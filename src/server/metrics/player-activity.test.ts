import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '#shared/days.ts'
import type { ClubPlace } from '#shared/player-sentence.ts'
import { anySeries, cutTo, memberOf, rhythm, seriesOf, TODAY } from '#test/daily-series.ts'
import type { DailySeries } from './daily-series.ts'
import { oneDecimal } from './one-decimal.ts'
import {
  playerActivity as activityOf,
  performanceScore,
  playerSentence,
  trophyPercentile,
  withoutScores,
} from './player-activity.ts'

const playerActivity = (series: DailySeries, percentile: number | null) =>
  activityOf(memberOf('#P', series), percentile)

describe('the last 30 days of a player', () => {
  it('become scores and gain', () => {
    // 10 days from 1,010 to 1,070 trophies, silent on days 4, 5 and 8; half of the players have no more trophies.
    expect(playerActivity(rhythm('###..##.##'), 50)).toEqual({
      performance_score: 64.9, // 20 + 0.2 x 70 + 0.2 x 100 + 0.2 x 54.7
      trophy_percentile: 50,
      activity_analysis: {
        activity_score: 70, // 7 of 10
        active_days_30d: 7,
        avg_daily_change: 6, // (1,070 - 1,010) / 10
        consistency_rating: 100, // 7 active days in the one week of 10 dates
        current_streak_days: 2,
        longest_streak_days: 3,
        // r = (1,070 - 1,050) / 3 = 6.67, b = (1,050 - 1,010) / 7 = 5.71, s0 = 10: 50 (1 + tanh 0.0952)
        improvement_trend: 54.7,
      },
      trophy_change_30d: 60,
      span_days: 9,
      observed_days_30d: 10,
      learning: null,
      resting: false,
      days_silent: 0,
      silent_at_least: false,
    })
  })

  it('leave out a part that is not known: a trend needs an active day in 14', () => {
    // Not seen for 4 days: activity 1 / 11, consistency (1/3 + 0) / 2; (0.4 x 60 + 0.2 x 9.09 + 0.2 x 16.67) / 0.8
    const activity = playerActivity(rhythm('#..........????'), 60)
    expect(activity).toMatchObject({ performance_score: 36.4, days_silent: 10, resting: false })
    expect(activity.activity_analysis.improvement_trend).toBeNull()
  })

  it('of a player who is silent for 14 days have no performance score', () => {
    const activity = playerActivity(rhythm('#..............'), 60)
    expect(activity).toMatchObject({ performance_score: null, days_silent: 14, resting: true })
    expect(activity.activity_analysis).toMatchObject({ activity_score: 6.7, improvement_trend: null })
  })

  it.each([
    ['without any observation', seriesOf([null]), null, 0],
    [
      'when all observations are older',
      seriesOf([null, null], { before: { day: addDays(TODAY, -40), close: 42 } }),
      null,
      0,
    ],
    ['with 6 known days', rhythm('##.##?#?'), 40, 6],
  ])('have null scores, never 0, %s', (_, series, change, known) => {
    const { activity_analysis, ...rest } = playerActivity(series, 50)
    expect(new Set(Object.values(activity_analysis))).toEqual(new Set([null]))
    expect(rest).toMatchObject({
      performance_score: null,
      trophy_percentile: null,
      trophy_change_30d: change,
      days_silent: null,
      resting: false,
      learning: { observed_days: known, needed: 7 },
    })
  })

  it('still tell how trophies changed without scores', () => {
    const known = withoutScores(playerActivity(rhythm('###..##.##'), 50))
    expect(known).toMatchObject({ trophy_change_30d: 60, span_days: 9, observed_days_30d: 10 })
    expect([known.performance_score, known.trophy_percentile]).toEqual([null, null])
    expect(new Set(Object.values(known.activity_analysis))).toEqual(new Set([null]))
  })

  it('never give NaN, and do not depend on older days', () => {
    fc.assert(
      fc.property(anySeries, fc.double({ min: 0, max: 100, noNaN: true }), (series, percentile) => {
        const activity = playerActivity(series, percentile)
        expect(JSON.stringify(activity, (_, value) => (Number.isNaN(value) ? 'NaN' : value))).not.toContain('NaN')
        expect(activity.performance_score ?? 0).toBeGreaterThanOrEqual(0)
        expect(activity.performance_score ?? 0).toBeLessThanOrEqual(100)
        expect(playerActivity(cutTo(series, 91), percentile)).toEqual(activity)
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
    [75, 60, 80, null, 72.5], // 58 / 0.8
    [75, null, null, null, 75],
    [null, null, null, null, null],
  ])('of %j, %j, %j, %j is %j', (percentile, activity, consistency, trend, performance) => {
    expect(oneDecimal(performanceScore({ percentile, activity, consistency, trend }))).toBe(performance)
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

/** 31 days of a player who ends with 49,460 trophies, after these gains of the last 30; a day with a gain is active. */
function month(gains: number[], changes: number[] = gains.map((gain) => (gain === 0 ? 0 : 2))): DailySeries {
  let trophies = 49_460 - gains.reduce((sum, gain) => sum + gain, 0)
  const closes = [trophies, ...gains.map((gain) => (trophies += gain))]
  return seriesOf(closes, { changes: [0, ...changes] })
}

const each = (days: number, gain: number) => new Array<number>(days).fill(gain)

function told(series: DailySeries, place: ClubPlace | null = null): string | null {
  return playerSentence(series, playerActivity(series, 50), place)
}

// 40 a day for 20 days, then 102 a day for 10.
const peak = month([...each(20, 40), ...each(10, 102)])

describe('the sentences about a player', () => {
  it('tell the form, the week, and the place in the club', () => {
    expect(told(peak, { rank: 2, members: 28 })).toBe(
      'Peak form: +714 trophies in the last 7 days, played on 7 of 7 days, 2nd in the club by trophies won in 30 days.',
    )
  })

  it.each([
    [{ rank: 1, members: 28 }, ', most trophies won in the club in 30 days.'],
    [{ rank: 3, members: 28 }, ', 3rd in the club by trophies won in 30 days.'],
    [{ rank: 22, members: 28 }, ', 22nd of 28 in the club by trophies won in 30 days.'],
    [null, 'of 7 days.'],
  ])('put the place %j as %s', (place, text) => {
    expect(told(peak, place)).toContain(text)
  })

  it.each([
    [
      month([...each(10, 0), ...each(10, 80), ...each(10, 102)]),
      'On the rise: +714 trophies in the last 7 days, played on 7 of 7 days.',
    ],
    [
      month([...each(20, 102), ...each(10, 20)]),
      'Slowing down: +140 trophies in the last 7 days, played on 7 of 7 days.',
    ],
    [month(each(30, 1)), 'Steady: +7 trophies in the last 7 days, played on 7 of 7 days.'],
    [
      month(each(30, 0), [...each(27, 0), ...each(3, 2)]),
      'Holding level: no gain in the last 7 days, played on 3 of 7 days.',
    ],
    // The pace goes up, and yet these days brought nothing.
    [
      month([...each(20, 0), ...each(3, 100), ...each(7, 0)]),
      'Silent: no gain in the last 7 days, played on 0 of 7 days.',
    ],
    // The month is a gain, the week a loss.
    [
      month([...each(23, 100), ...each(7, -40)]),
      'Losing trophies: −280 trophies in the last 7 days, played on 7 of 7 days.',
    ],
    [rhythm('..........'), 'Silent: no gain in the last 7 days, played on 0 of 7 days.'],
    [rhythm('.########??#'), 'Steady: +50 trophies in the last 7 days, played on 5 of 5 days we know.'],
    // Nobody looked for 7 days: what is not known is neither a level nor a gain of 0.
    [rhythm('.##########???????'), 'Not seen for 7 days: +100 trophies in the last 17 days.'],
    [month([...each(16, 100), ...each(14, 0)]), 'Silent for 14 days, +1,600 trophies in the last 30 days.'],
    [month(each(30, 0)), 'Silent for 30+ days, no gain in the last 30 days.'],
  ])('of case %# are %s', (series, text) => {
    expect(told(series)).toBe(text)
  })

  it('leave out the place in the club of a player who gained nothing, or rests', () => {
    const place = { rank: 1, members: 4 }
    expect(told(month(each(30, 0), each(30, 2)), place)).not.toContain('in the club')
    expect(told(month([...each(16, 100), ...each(14, 0)]), place)).not.toContain('in the club')
  })

  it('are null while too few days are known', () => {
    expect(told(rhythm('######'))).toBeNull()
    expect(told(seriesOf([null]))).toBeNull()
  })
})
