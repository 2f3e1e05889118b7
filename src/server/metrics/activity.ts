import { WEEK } from '#shared/days.ts'
import { RESTING_DAYS } from '#shared/limits.ts'
import { type Learning, learningFrom } from './analytics-availability.ts'
import { type WindowDay, type WindowView, windowView } from './daily-series.ts'
import { oneDecimal } from './one-decimal.ts'
import { silentDays, type Watched } from './silence.ts'

/**
 * `activity_score`: 100 x active days / observed days; 0 to 100, exact. Null where no day is known
 * (docs/formulas.md#activity-score).
 */
export function activityScore(view: WindowView): number | null {
  return view.observedDays === 0 ? null : (100 * activeDays(view)) / view.observedDays
}

/** Active days that make a full week. */
const STEADY_DAYS = 3

/** Fewer dates than this are no week of their own. */
const SHORTEST_WEEK = 4

/**
 * `activity_consistency` and `consistency_rating`: 100 x the mean over the weeks of min(1, active days / 3), a week
 * without a known day left out; 0 to 100, exact. Null where no day is known (docs/formulas.md#consistency).
 */
export function activityConsistency({ dates }: WindowView): number | null {
  const shares = weeksOf(dates).flatMap((week) =>
    week.some(({ known }) => known) ? Math.min(1, week.filter(isActive).length / STEADY_DAYS) : [],
  )
  return shares.length === 0 ? null : (100 * shares.reduce((sum, share) => sum + share, 0)) / shares.length
}

/** The dates cut into weeks from the end; a rest of fewer than 4 dates joins the week after it. */
function weeksOf(dates: readonly WindowDay[]): WindowDay[][] {
  const rest = dates.length % WEEK
  const firstEnd = rest === 0 || (rest < SHORTEST_WEEK && dates.length > WEEK) ? rest + WEEK : rest
  const weeks: WindowDay[][] = []
  for (let from = 0, end = firstEnd; from < dates.length; from = end, end += WEEK) weeks.push(dates.slice(from, end))
  return weeks
}

/** Whether the day has at least one trophy change (docs/formulas.md#active-days). */
function isActive(day: Pick<WindowDay, 'changes'>): boolean {
  return day.changes >= 1
}

/** The number of active days in the window, 0 to D (docs/formulas.md#active-days). */
export function activeDays({ dates }: WindowView): number {
  return dates.filter(isActive).length
}

/** The most active days in a row within the window, 0 to D. An unknown day ends a row (docs/formulas.md#longest-streak). */
export function longestStreak({ dates }: WindowView): number {
  let longest = 0
  let run = 0
  for (const day of dates) {
    run = isActive(day) ? run + 1 : 0
    longest = Math.max(longest, run)
  }
  return longest
}

/**
 * The active days in a row up to the last date, 0 to D; a last date without play yet is passed over. An unknown day ends
 * a row (docs/formulas.md#longest-streak).
 */
export function currentStreak({ dates }: WindowView): number {
  const last = dates.at(-1)
  const days = last === undefined || isActive(last) ? dates : dates.slice(0, -1)
  return days.length - 1 - days.findLastIndex((day) => !isActive(day))
}

/**
 * The mean of some entities' activity scores, one decimal; null when there is none (docs/formulas.md#regions).
 */
export function meanActivity(scores: readonly number[]): number | null {
  if (scores.length === 0) return null
  // Adding in order of size makes the last bit of the mean the same for any order of the scores.
  const sum = scores.toSorted((one, other) => one - other).reduce((total, score) => total + score, 0)
  return oneDecimal(sum / scores.length)
}

/**
 * The least that must be read of a player to score them. Whether they rest or are still learned about is told by these
 * days, also in a shorter window.
 */
const SCORED_DAYS = 30

/** Whether enough is known of a player to score them, how long they have been silent, and whether they rest. */
export type PlayerState = {
  learning: Learning | null
  /** Null where no day is known, or only that of the first look, without play. */
  days_silent: number | null
  /** It may be longer. */
  silent_at_least: boolean
  resting: boolean
}

/**
 * What the last `days` days, and 30 at least, tell of a player. With fewer than 7 known days they are learned about
 * (docs/formulas.md#analytics-availability); with 14 silent days or more they rest (docs/formulas.md#resting).
 */
export function playerState(player: Watched, days: number): PlayerState {
  const view = windowView(player.series, Math.max(days, SCORED_DAYS))
  const silence = silentDays(player)
  return {
    learning: learningFrom(view.observedDays),
    days_silent: silence?.days ?? null,
    silent_at_least: silence?.atLeast ?? false,
    resting: (silence?.days ?? 0) >= RESTING_DAYS,
  }
}
