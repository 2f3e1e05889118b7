import { activeDays, longestStreak } from './active-days.ts'
import { activityConsistency } from './activity-consistency.ts'
import { activityScore } from './activity-score.ts'
import type { DailySeries } from './daily-series.ts'
import { improvementTrend } from './improvement-trend.ts'
import { netGain } from './net-gain.ts'
import { type NextMilestone, nextMilestone } from './next-milestone.ts'
import { oneDecimal } from './one-decimal.ts'
import { performanceScore } from './performance-score.ts'
import { type WindowView, windowView } from './window-view.ts'

const DAYS = 30

/** A player's last 30 days, with the names of the API. Scores 0 to 100, one decimal; null where not observed. */
export type PlayerActivity = {
  performance_score: number | null
  trophy_percentile: number | null
  activity_analysis: {
    activity_score: number | null
    active_days_30d: number | null
    /** Trophies a day, one decimal. */
    avg_daily_change: number | null
    consistency_rating: number | null
    longest_streak_days: number | null
    improvement_trend: number | null
  }
  trophy_change_30d: number | null
  next_milestone: NextMilestone | null
  observed_days_30d: number
}

/** The figures of a player's page from the series and the exact `trophyPercentile`; unknown where nobody looked. */
export function playerActivity(series: DailySeries, percentile: number | null): PlayerActivity {
  const view = windowView(series, DAYS)
  const figures = figuresOf(view, percentile)
  return view.observed.some(({ seen, changes }) => seen || changes > 0) ? figures : withoutScores(figures)
}

/** The same where too little is known for scores: those are unknown, never 0. Trophies and their place stay. */
export function withoutScores({ next_milestone, ...figures }: PlayerActivity): PlayerActivity {
  const unknown = {
    activity_score: null,
    active_days_30d: null,
    avg_daily_change: null,
    consistency_rating: null,
    longest_streak_days: null,
    improvement_trend: null,
  }
  return {
    ...figures,
    performance_score: null,
    activity_analysis: unknown,
    // What changed is known; that nothing did is not.
    trophy_change_30d: figures.trophy_change_30d || null,
    next_milestone: next_milestone && { ...next_milestone, days_at_this_pace: null },
  }
}

function figuresOf(view: WindowView, percentile: number | null): PlayerActivity {
  const observed = view.observed.length
  const last = view.observed.at(-1)
  const [activity, consistency, trend] = [activityScore(view), activityConsistency(view), improvementTrend(view)]
  const gain = netGain(view)
  const average = gain === null ? null : gain / observed
  return {
    performance_score: oneDecimal(performanceScore({ percentile, activity, consistency, trend })),
    trophy_percentile: oneDecimal(percentile),
    activity_analysis: {
      activity_score: oneDecimal(activity),
      active_days_30d: observed === 0 ? null : activeDays(view),
      avg_daily_change: oneDecimal(average),
      consistency_rating: oneDecimal(consistency),
      longest_streak_days: observed === 0 ? null : longestStreak(view),
      improvement_trend: oneDecimal(trend),
    },
    trophy_change_30d: gain,
    next_milestone: last === undefined ? null : nextMilestone(last.close, average),
    observed_days_30d: observed,
  }
}
