import { milestoneAbove, milestoneName, milestonesUpTo } from '#shared/bands.ts'
import { addDays, type CalendarDay } from '#shared/days.ts'
import { type Earlier, peaks } from './changes.ts'
import { type DailySeries, windowView } from './daily-series.ts'

/** A milestone that a player reached, with the names of the API. `trophy_count` in trophies. */
type AchievedMilestone = { milestone: string; trophy_count: number; achieved_date: CalendarDay | null }

/** The next milestone of a player, with the names of the API: trophies and whole days. */
type NextMilestone = { trophy_count: number; trophies_missing: number; days_at_this_pace: number | null }

/** No milestone is both reached and next. */
type Milestones = { achieved: AchievedMilestone[]; next: NextMilestone | null }

/**
 * The milestones of a player, from all history (docs/formulas.md#milestones). Each that was reached, lowest first, has the
 * first date at or above it; null when the player was there at the first observation. The next one is the lowest that was
 * never reached, also after a fall; null without an observation. `pace`: the exact gain in trophies a day; null for unknown.
 */
export function playerMilestones(series: DailySeries, pace: number | null): Milestones {
  const { today, dates, closeBefore, firstTrophies } = windowView(series, series.closes.length)
  const last = dates.at(-1)
  if (last === undefined) return { achieved: [], next: null }
  const first = closeBefore ?? firstTrophies ?? dates[0]?.close ?? 0
  const peak = dates.reduce((most, { close }) => Math.max(most, close), first)
  const dateOf = (index: number) => addDays(today, index + 1 - dates.length)
  const achieved = milestonesUpTo(peak).map((count) => ({
    milestone: milestoneName(count),
    trophy_count: count,
    achieved_date: first >= count ? null : dateOf(dates.findIndex(({ close }) => close >= count)),
  }))
  return { achieved, next: nextMilestone(milestoneAbove(peak), last.close, pace) }
}

/** The days to the milestone are the missing trophies divided by the pace, rounded up; null when the player does not gain. */
function nextMilestone(milestone: number, trophies: number, pace: number | null): NextMilestone {
  const missing = milestone - trophies
  return {
    trophy_count: milestone,
    trophies_missing: missing,
    days_at_this_pace: pace !== null && pace > 0 ? Math.ceil(missing / pace) : null,
  }
}

/** Milestones that were passed since a moment, lowest first: those reached now less those reached then. */
export function milestonesSince(series: DailySeries, earlier: Earlier): number[] {
  const { earliest, now } = peaks(series, earlier)
  return earliest === null ? [] : milestonesUpTo(Math.max(earliest, now)).filter((milestone) => milestone > earliest)
}
