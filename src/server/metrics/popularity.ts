import { SCORE_MAX } from '#shared/limits.ts'
import { oneDecimal } from './one-decimal.ts'

const VIEW_WEIGHT = 1
const SEARCH_WEIGHT = 3

/** Distinct visitors who viewed and who searched an entity in the last 7 days. */
export type Attention = { views: number; searches: number }

/** `w` of the popularity: a view counts 1, a search 3. */
export function attentionWeight({ views, searches }: Attention): number {
  return VIEW_WEIGHT * views + SEARCH_WEIGHT * searches
}

/**
 * popularity_score: 100 x log1p(w) / log1p(largest w of that kind); 0 to 100, one decimal. 0 for an entity nobody
 * looked at. Lists order ties by trophies, then tag.
 */
export function popularityScore(weight: number, largestWeight: number): number {
  if (weight <= 0) return 0
  const share = Math.log1p(weight) / Math.log1p(Math.max(weight, largestWeight))
  return oneDecimal(SCORE_MAX * share)
}
