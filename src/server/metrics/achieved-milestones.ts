import { addDays, type CalendarDay } from '#shared/calendar-day.ts'
import { milestoneName, milestonesUpTo } from '#shared/milestones.ts'
import type { DailySeries } from './daily-series.ts'
import { windowView } from './window-view.ts'

/** A milestone a player reached, with the names of the API. */
export type AchievedMilestone = { milestone: string; trophy_count: number; achieved_date: CalendarDay | null }

/**
 * Every milestone reached, lowest first, with the first date observed at or above it; null when the player was there
 * at the first observation. The series must begin on or before its first observation: milestones take all history.
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
