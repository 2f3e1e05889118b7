import { activeDays } from './active-days.ts'
import type { WindowView } from './window-view.ts'

/** activity_score: 100 x active days / observed days; 0 to 100, exact. Null where nothing was observed. */
export function activityScore(view: WindowView): number | null {
  const observed = view.observed.length
  return observed === 0 ? null : (100 * activeDays(view)) / observed
}
