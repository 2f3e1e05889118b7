import { milestoneAbove, milestoneName, milestonesUpTo } from '#shared/bands.ts'
import { addDays, type CalendarDay } from '#shared/days.ts'
import { type DailySeries, windowView } from './daily-series.ts'

/** A milestone that a player reached, with the names of the API. `trophy_count` in trophies. */
type AchievedMilestone = { milestone: string; trophy_count: number; achieved_date: CalendarDay | null }

/**
 * Every milestone that was reached, lowest first, with the first date at or above it; null when the player was there at
 * the first observation (docs/formulas.md#milestones). The series must hold all history.
 */
export function achievedMilestones(series: DailySeries): AchievedMilestone[] {
  const { today, observed, closeBefore, firstTrophies } = windowView(series, series.closes.length)
  const first = closeBefore ?? firstTrophies ?? observed[0]?.close ?? 0
  const peak = observed.reduce((most, { close }) => Math.max(most, close), first)
  const dateOf = (index: number) => addDays(today, index + 1 - observed.length)
  return milestonesUpTo(peak).map((count) => ({
    milestone: milestoneName(count),
    trophy_count: count,
    achieved_date: first >= count ? null : dateOf(observed.findIndex(({ close }) => close >= count)),
  }))
}

/** The next milestone of a player, with the names of the API: trophies and whole days. */
export type NextMilestone = { trophy_count: number; trophies_missing: number; days_at_this_pace: number | null }

/**
 * The lowest milestone above the trophies, and the days to it at the average gain (exact, in trophies a day), rounded up;
 * null when the player does not gain (docs/formulas.md#milestones).
 */
export function nextMilestone(trophies: number, avgDailyGain: number | null): NextMilestone {
  const milestone = milestoneAbove(trophies)
  const missing = milestone - trophies
  const gains = avgDailyGain !== null && avgDailyGain > 0
  return {
    trophy_count: milestone,
    trophies_missing: missing,
    days_at_this_pace: gains ? Math.ceil(missing / avgDailyGain) : null,
  }
}
