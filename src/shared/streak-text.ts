import { daysText } from './number-format.ts'

/** The days over which streaks are counted (docs/formulas.md#longest-streak). */
const STREAK_WINDOW = 30

/** Active days in a row: one that fills the window may have begun before it, `30+ days`. */
export function streakText(days: number): string {
  return daysText(days, days >= STREAK_WINDOW)
}
