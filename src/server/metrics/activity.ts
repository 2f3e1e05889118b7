import type { ObservedDay, WindowView } from './daily-series.ts'

/** activity_score: 100 x active days / observed days; 0 to 100, exact. Null where nothing was observed. */
export function activityScore(view: WindowView): number | null {
  const observed = view.observed.length
  return observed === 0 ? null : (100 * activeDays(view)) / observed
}

/**
 * activity_consistency and consistency_rating: 100 x (1 - longest run of inactive days / observed days); 0 to 100,
 * exact. Null where nothing was observed.
 */
export function activityConsistency({ observed }: WindowView): number | null {
  if (observed.length === 0) return null
  const silence = longestRun(observed, (day) => !isActive(day))
  return (100 * (observed.length - silence)) / observed.length
}

/** An active day has at least one observed trophy change (spec: analytics). */
export function isActive(day: Pick<ObservedDay, 'changes'>): boolean {
  return day.changes >= 1
}

/** Active days of the window, 0 to D. */
export function activeDays({ observed }: WindowView): number {
  return observed.filter(isActive).length
}

/** Most active days in a row within the window, 0 to D. */
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
