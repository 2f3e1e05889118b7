import type { ObservedDay, WindowView } from './daily-series.ts'
import { oneDecimal } from './one-decimal.ts'

/**
 * `activity_score`: 100 x active days / observed days; 0 to 100, exact. Null where nothing was observed
 * (docs/formulas.md#activity-score).
 */
export function activityScore(view: WindowView): number | null {
  const observed = view.observed.length
  return observed === 0 ? null : (100 * activeDays(view)) / observed
}

/**
 * `activity_consistency` and `consistency_rating`: 100 x (1 - longest run of inactive days / observed days); 0 to 100,
 * exact. Null where nothing was observed (docs/formulas.md#consistency).
 */
export function activityConsistency({ observed }: WindowView): number | null {
  if (observed.length === 0) return null
  const silence = longestRun(observed, (day) => !isActive(day))
  return (100 * (observed.length - silence)) / observed.length
}

/** Whether the day has at least one trophy change (docs/formulas.md#active-days). */
export function isActive(day: Pick<ObservedDay, 'changes'>): boolean {
  return day.changes >= 1
}

/** The number of active days in the window, 0 to D (docs/formulas.md#active-days). */
export function activeDays({ observed }: WindowView): number {
  return observed.filter(isActive).length
}

/** The most active days in a row within the window, 0 to D (docs/formulas.md#longest-streak). */
export function longestStreak({ observed }: WindowView): number {
  return longestRun(observed, isActive)
}

/** The most days in a row for which the test holds. */
function longestRun<T>(days: readonly T[], holds: (day: T) => boolean): number {
  let longest = 0
  let run = 0
  for (const day of days) {
    run = holds(day) ? run + 1 : 0
    longest = Math.max(longest, run)
  }
  return longest
}

/**
 * The mean of some members' or entities' activity scores, one decimal; null when there is none
 * (docs/formulas.md#club-activity, docs/formulas.md#regions).
 */
export function meanActivity(scores: readonly number[]): number | null {
  if (scores.length === 0) return null
  // Adding in order of size makes the last bit of the mean the same for any order of the scores.
  const sum = scores.toSorted((one, other) => one - other).reduce((total, score) => total + score, 0)
  return oneDecimal(sum / scores.length)
}
