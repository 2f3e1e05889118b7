import { ANALYTICS_MIN_DAYS } from './limits.ts'
import { t } from './texts.ts'

/** A forecast is made of the last 28 days, of which so many must have play. */
export const HISTORY_DAYS = 28
const LEAST_ACTIVE = 4

/** Of a brawler, so many of these days must have a profile. */
export const LEAST_KNOWN = 14

/** No forecast is made for a day farther away. */
export const FARTHEST_DAYS = 90

/** Why there is no forecast: too few days are known or had play. Null where there is enough to make one. */
export function whyNoForecast({ days, active }: { days: number; active: number }): string | null {
  if (days < ANALYTICS_MIN_DAYS) return t('forecast.needsDays', { needed: String(ANALYTICS_MIN_DAYS), days })
  if (active >= LEAST_ACTIVE) return null
  return t('forecast.needsPlay', { needed: String(LEAST_ACTIVE), of: String(HISTORY_DAYS), active })
}

/** Why a brawler has none: the last profile does not show it, or too few days have a profile. */
export function whyNoBrawler(kind: 'notOwned' | 'unknown'): string {
  return kind === 'notOwned'
    ? t('forecast.notOwned')
    : t('forecast.needsProfiles', { needed: String(LEAST_KNOWN), of: String(HISTORY_DAYS) })
}

/** Why a number of trophies has no day: it is reached, or farther away than a forecast may look. */
export function whyNoDay(isReached: boolean): string {
  return isReached ? t('forecast.isReached') : t('forecast.tooFar', { days: FARTHEST_DAYS })
}

type Answered = {
  trophies: number | null
  target: number | null
  basis: { days: number; active_days: number }
  brawler?: object | null
  unavailable_reason: string | null
}

/** The reason of an answer without a forecast, in the language of the page. The API gives it in English. */
export function forecastReason({ trophies, target, basis, brawler, unavailable_reason }: Answered): string | null {
  if (unavailable_reason === null) return null
  if (brawler && (trophies === null || target === null)) return whyNoBrawler('notOwned')
  if (trophies !== null && target !== null && trophies >= target) return whyNoDay(true)
  if (brawler && basis.days === 0) return whyNoBrawler('unknown')
  return whyNoForecast({ days: basis.days, active: basis.active_days }) ?? whyNoDay(false)
}
