import { isActive } from './active-days.ts'
import { longestRun } from './longest-run.ts'
import type { WindowView } from './window-view.ts'

/**
 * activity_consistency and consistency_rating: 100 x (1 - longest run of inactive days / observed days); 0 to 100,
 * exact. Null where nothing was observed.
 */
export function activityConsistency({ observed }: WindowView): number | null {
  if (observed.length === 0) return null
  const silence = longestRun(observed, (day) => !isActive(day))
  return (100 * (observed.length - silence)) / observed.length
}
