import { RESTING_DAYS } from '#shared/limits.ts'
import { silentDays } from './activity.ts'
import { type Learning, learningFrom } from './analytics-availability.ts'
import { type DailySeries, windowView } from './daily-series.ts'

/**
 * The least that must be read of a player to score them. Whether they rest or are still learned about is told by so many
 * days, also in a shorter window.
 */
export const SCORED_DAYS = 30

/** Whether enough is known of a player to score them, and whether they rest. */
export type PlayerState = { learning: Learning | null; resting: boolean }

/**
 * What the last `days` days, and 30 at least, tell of a player. With fewer than 7 known days they are learned about
 * (docs/formulas.md#analytics-availability); with 14 silent days or more they rest (docs/formulas.md#resting).
 */
export function playerState(series: DailySeries, days: number): PlayerState {
  const view = windowView(series, Math.max(days, SCORED_DAYS))
  return { learning: learningFrom(view.observedDays), resting: silentDays(view) >= RESTING_DAYS }
}
