import { ANALYTICS_MIN_DAYS } from '#shared/limits.ts'
import { t } from '#shared/texts.ts'

export type Learning = { observed_days: number; needed: number }
type Availability = { analytics_available: boolean; observed_days: number; learning: Learning | null }

/** How far a club or player is learned about while nothing can be judged yet; null when it can, or before an answer. */
export function learningOf(analytics: Availability | undefined): Learning | null {
  if (analytics === undefined) return null
  const { analytics_available, observed_days, learning } = analytics
  return learning ?? (analytics_available ? null : { observed_days, needed: ANALYTICS_MIN_DAYS })
}

/** `Learning: 2 of 7 days`. It stands in place of every score. */
export function learningText({ observed_days, needed }: Learning): string {
  return t('ui.learning', { known: String(observed_days), needed })
}
