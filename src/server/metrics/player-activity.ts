import { milestoneName, trendArrow } from '#shared/bands.ts'
import { count, ordinal, thousands } from '#shared/number-format.ts'
import { activeDays, activityConsistency, activityScore, longestStreak } from './activity.ts'
import { type DailySeries, type WindowView, windowView } from './daily-series.ts'
import { type NextMilestone, nextMilestone } from './milestones.ts'
import { oneDecimal } from './one-decimal.ts'
import { improvementTrend } from './trend.ts'
import { netGain } from './trophy-gain.ts'

const DAYS = 30

/** A player's last 30 days, with the names of the API: scores 0 to 100 with one decimal, null where not observed. */
type PlayerActivity = {
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

/**
 * The figures of a player's page, from the series and the exact `trophyPercentile`. Without any observation in the 30
 * days they are null, never 0 (docs/formulas.md#activity-score).
 */
export function playerActivity(series: DailySeries, percentile: number | null): PlayerActivity {
  const view = windowView(series, DAYS)
  const figures = figuresOf(view, percentile)
  return view.observed.some(({ seen, changes }) => seen || changes > 0) ? figures : withoutScores(figures)
}

/** The same without scores, for a player without analytics. What is known for certain stays: trophies and their place. */
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
    // A change was observed; that there was none is not known.
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

/** What a performance score is made of: each 0 to 100, or null where nothing was observed. */
type PerformanceParts = {
  percentile: number | null
  activity: number | null
  consistency: number | null
  trend: number | null
}

/**
 * `performance_score`: 0.40 trophy percentile + 0.20 activity score + 0.20 consistency + 0.20 improvement trend, over 30
 * days; 0 to 100, exact. Null when one of them is null (docs/formulas.md#performance-score).
 */
export function performanceScore({ percentile, activity, consistency, trend }: PerformanceParts): number | null {
  if (percentile === null || activity === null || consistency === null || trend === null) return null
  return (40 * percentile + 20 * activity + 20 * consistency + 20 * trend) / 100
}

/**
 * `trophy_percentile`: the percentage of tracked players, this one included, who have at most as many trophies; above 0,
 * at most 100, exact. Null while nobody is tracked (docs/formulas.md#trophy-percentile).
 */
export function trophyPercentile(playersWithAtMost: number, playersTracked: number): number | null {
  return playersTracked <= 0 ? null : (100 * Math.min(playersWithAtMost, playersTracked)) / playersTracked
}

const BUSY = 80
const LAST_PRAISED_RANK = 10
const FARTHEST_DAYS = 365

/** The place of a player by trophy contribution, from 1, among the members of the club who have one. */
export type ClubPlace = { rank: number; members: number }

/**
 * One or two sentences on how a player did in the last 30 days; null without observations. The place in the club is told
 * of players who gained only, since all others share one (docs/formulas.md#player-sentence).
 */
export function playerSentence(activity: PlayerActivity, place: ClubPlace | null): string | null {
  const gain = activity.trophy_change_30d
  if (gain === null) return null
  const { active_days_30d } = activity.activity_analysis
  const active = `active ${active_days_30d ?? 0} of ${count(activity.observed_days_30d, 'day')}`
  const contributor = place === null || gain <= 0 ? [] : [placeInClub(place)]
  const facts = [change(gain), active, ...contributor].join(', ')
  return `${form(activity, gain)}: ${facts}.${milestone(activity.next_milestone)}`
}

function form({ activity_analysis }: PlayerActivity, gain: number): string {
  const arrow = trendArrow(activity_analysis.improvement_trend ?? 0)
  if (activity_analysis.active_days_30d === 0) return 'Silent'
  if (gain < 0) return 'Losing ground'
  if (arrow === 'up') return (activity_analysis.activity_score ?? 0) >= BUSY ? 'Peak form' : 'On the rise'
  return arrow === 'down' ? 'Past the peak' : 'Holding level'
}

function change(gain: number): string {
  if (gain === 0) return `no net gain in ${DAYS} days`
  return gain > 0 ? `up +${thousands(gain)} in ${DAYS} days` : `down ${thousands(-gain)} in ${DAYS} days`
}

function placeInClub({ rank, members }: ClubPlace): string {
  if (rank > LAST_PRAISED_RANK) return `${ordinal(rank)} of ${members} contributors in the club`
  return `${rank === 1 ? 'best' : `${ordinal(rank)}-best`} contributor in the club`
}

function milestone(next: NextMilestone | null): string {
  if (next === null) return ''
  const { trophies_missing: missing, days_at_this_pace: days } = next
  const near = days !== null && days <= FARTHEST_DAYS
  const distance = near ? `about ${count(days, 'day')} away` : `${count(missing, 'trophy', 'trophies')} to go`
  return ` Next milestone: ${milestoneName(next.trophy_count)}, ${distance}.`
}
