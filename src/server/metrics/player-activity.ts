import { WEEK } from '#shared/days.ts'
import { type ClubPlace, type PlayerWeek, playerGainSentence } from '#shared/player-sentence.ts'
import {
  activeDays,
  activityConsistency,
  activityScore,
  currentStreak,
  longestStreak,
  playerState,
} from './activity.ts'
import type { Learning } from './analytics-availability.ts'
import { type DailySeries, spanDays, windowView } from './daily-series.ts'
import { weightedMean } from './member-scores.ts'
import { oneDecimal } from './one-decimal.ts'
import type { Watched } from './silence.ts'
import { averageGain, improvementTrend, netGain } from './trophy-gain.ts'

const DAYS = 30

/** A player's last 30 days, with the names of the API: scores 0 to 100 with one decimal, null where not known. */
type PlayerActivity = {
  /** Null also of a player who rests. */
  performance_score: number | null
  trophy_percentile: number | null
  activity_analysis: {
    activity_score: number | null
    active_days_30d: number | null
    /** Trophies a day, one decimal. */
    avg_daily_change: number | null
    consistency_rating: number | null
    longest_streak_days: number | null
    current_streak_days: number | null
    improvement_trend: number | null
  }
  trophy_change_30d: number | null
  /** The days over which the change was made. */
  span_days: number
  observed_days_30d: number
  /** Too few days are known, so that all scores are null; else null. */
  learning: Learning | null
  /** Silent for 14 days or more. */
  resting: boolean
  /** Known days since the last sign of play, 0 to 91; `silent_at_least`: it may be longer. */
  days_silent: number | null
  silent_at_least: boolean
}

/**
 * The figures of a player's page, from the series and the exact `percentile` of trophies. With fewer than 7 known days in
 * the 30 the scores are null, never 0 (docs/formulas.md#analytics-availability).
 */
export function playerActivity(player: Watched, percentile: number | null): PlayerActivity {
  const figures = figuresOf(player, percentile)
  return figures.learning === null ? figures : withoutScores(figures)
}

/** The same without scores, for a player without analytics. What is known for certain stays: trophies and their change. */
export function withoutScores(figures: PlayerActivity): PlayerActivity {
  const unknown = {
    activity_score: null,
    active_days_30d: null,
    avg_daily_change: null,
    consistency_rating: null,
    longest_streak_days: null,
    current_streak_days: null,
    improvement_trend: null,
  }
  return {
    ...figures,
    performance_score: null,
    trophy_percentile: null,
    activity_analysis: unknown,
    // A change was observed; that there was none is not known.
    trophy_change_30d: figures.trophy_change_30d || null,
    resting: false,
    days_silent: null,
    silent_at_least: false,
  }
}

function figuresOf(player: Watched, percentile: number | null): PlayerActivity {
  const { series } = player
  const view = windowView(series, DAYS)
  const [activity, consistency] = [activityScore(view), activityConsistency(view)]
  const trend = improvementTrend(series, DAYS)
  const state = playerState(player, DAYS)
  const performance = state.resting ? null : performanceScore({ percentile, activity, consistency, trend })
  return {
    performance_score: oneDecimal(performance),
    trophy_percentile: oneDecimal(percentile),
    activity_analysis: {
      activity_score: oneDecimal(activity),
      active_days_30d: activeDays(view),
      avg_daily_change: oneDecimal(averageGain(series, DAYS)),
      consistency_rating: oneDecimal(consistency),
      longest_streak_days: longestStreak(view),
      current_streak_days: currentStreak(view),
      improvement_trend: oneDecimal(trend),
    },
    trophy_change_30d: netGain(view),
    span_days: spanDays(view),
    observed_days_30d: view.observedDays,
    ...state,
  }
}

/** What a performance score is made of: each 0 to 100, or null where it is not known. */
type PerformanceParts = {
  percentile: number | null
  activity: number | null
  consistency: number | null
  trend: number | null
}

/**
 * `performance_score`: 0.40 trophy percentile + 0.20 activity score + 0.20 consistency + 0.20 improvement trend, of those
 * that are known, over 30 days; 0 to 100, exact. Null when none is (docs/formulas.md#performance-score).
 */
export function performanceScore({ percentile, activity, consistency, trend }: PerformanceParts): number | null {
  return weightedMean([
    [40, percentile],
    [20, activity],
    [20, consistency],
    [20, trend],
  ])
}

/**
 * `trophy_percentile`: the percentage of tracked players, this one included, who have at most as many trophies; above 0,
 * at most 100, exact. Null while nobody is tracked (docs/formulas.md#trophy-percentile).
 */
export function trophyPercentile(playersWithAtMost: number, playersTracked: number): number | null {
  return playersTracked <= 0 ? null : (100 * Math.min(playersWithAtMost, playersTracked)) / playersTracked
}

/** The last 7 days of a player; null where nobody saw the player in them. */
export function playerWeek(series: DailySeries): PlayerWeek | null {
  const view = windowView(series, WEEK)
  const gain = netGain(view)
  if (gain === null || view.observedDays === 0) return null
  return { gain, span_days: spanDays(view), active_days: activeDays(view), known_days: view.observedDays }
}

/** One sentence on how a player did in the last 7 days; null while too little is known. */
export function playerSentence(series: DailySeries, activity: PlayerActivity, place: ClubPlace | null): string | null {
  if (activity.learning !== null) return null
  const { improvement_trend, activity_score, active_days_30d } = activity.activity_analysis
  const month = { gain: activity.trophy_change_30d, span: activity.span_days }
  const figures = { ...activity, improvement_trend, activity_score, active_days_30d }
  return playerGainSentence({ ...figures, month, week: playerWeek(series), place })
}
