import type { ForecastReason } from './contract/forecast.ts'
import { ANALYTICS_MIN_DAYS } from './limits.ts'
import { t } from './texts.ts'

/** The last days, of which a forecast is made, and how many of them must have play. */
export const HISTORY_DAYS = 28
const LEAST_ACTIVE = 4

/** How many of these days must have a profile, for a forecast of a brawler. */
export const LEAST_KNOWN = 14

/** No forecast is made for a day farther away. */
export const FARTHEST_DAYS = 90

/** Why there is no forecast: too few days are known or had play. Null where there is enough to make one. */
export function whyNoForecast({ days, active }: { days: number; active: number }): ForecastReason | null {
  if (days < ANALYTICS_MIN_DAYS) return 'needs_days'
  return active < LEAST_ACTIVE ? 'needs_play' : null
}

type Answered = {
  unavailable_code: ForecastReason | null
  /** What the API says in English. Answers that a browser kept from an earlier version have this alone. */
  unavailable_reason?: string | null
  basis: { days: number; active_days: number }
}

/** The reason of an answer without a forecast, in the language of the page; the API gives it in English. */
export function forecastReason({ unavailable_code: code, unavailable_reason, basis }: Answered): string | null {
  switch (code) {
    case 'needs_days':
      return t('forecast.needsDays', { needed: String(ANALYTICS_MIN_DAYS), days: basis.days })
    case 'needs_play':
      return t('forecast.needsPlay', {
        needed: String(LEAST_ACTIVE),
        of: String(HISTORY_DAYS),
        active: basis.active_days,
      })
    case 'needs_profiles':
      return t('forecast.needsProfiles', { needed: String(LEAST_KNOWN), of: String(HISTORY_DAYS) })
    case 'not_owned':
      return t('forecast.notOwned')
    case 'reached':
      return t('forecast.isReached')
    case 'too_far':
      return t('forecast.tooFar', { days: FARTHEST_DAYS })
    default:
      return unavailable_reason ?? null
  }
}
