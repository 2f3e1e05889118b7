import { longestRun } from './longest-run.ts'
import type { ObservedDay, WindowView } from './window-view.ts'

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
