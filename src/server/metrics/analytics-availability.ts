import { addDays, type CalendarDay } from '#shared/days.ts'
import { ANALYTICS_MIN_DAYS, whyNoAnalytics } from '#shared/limits.ts'
import { oneDecimal } from './one-decimal.ts'

/** Whether there is enough history for analytics, with the names of the API. */
type AnalyticsAvailability = {
  analytics_available: boolean
  /** Why not yet, as a sentence; null when available. */
  unavailable_reason: string | null
  /** The day on which it will be, if each day from now on brings an observation; null when available. */
  available_on: CalendarDay | null
  observed_days: number
  learning: Learning | null
}

/** How many days are known and how many scores need, while there are too few. */
export type Learning = { observed_days: number; needed: number }

/** What is still missing for scores, given the number of known days; null when it is enough. */
export function learningFrom(observedDays: number): Learning | null {
  return observedDays >= ANALYTICS_MIN_DAYS ? null : { observed_days: observedDays, needed: ANALYTICS_MIN_DAYS }
}

/** On how many distinct days a player or club was observed, and whether today is one of them. */
type ObservedDates = { observedDays: number; seenToday: boolean }

/**
 * `analytics_available`: at least 7 distinct days with an observation, for clubs and players alike
 * (docs/formulas.md#analytics-availability).
 */
export function analyticsAvailability(
  { observedDays, seenToday }: ObservedDates,
  today: CalendarDay,
): AnalyticsAvailability {
  const missing = ANALYTICS_MIN_DAYS - observedDays
  const known = { observed_days: observedDays, learning: learningFrom(observedDays) }
  if (missing <= 0) return { ...known, analytics_available: true, unavailable_reason: null, available_on: null }
  return {
    ...known,
    analytics_available: false,
    unavailable_reason: whyNoAnalytics(observedDays),
    available_on: addDays(today, seenToday ? missing : missing - 1),
  }
}

/**
 * `analytics_coverage`: percent of the tracked clubs and players with analytics, 0 to 100, one decimal; null while none
 * is tracked (docs/formulas.md#analytics-coverage).
 */
export function analyticsCoverage(available: number, tracked: number): number | null {
  return tracked <= 0 ? null : oneDecimal((100 * available) / tracked)
}
