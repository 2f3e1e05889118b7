import { SCORE_MAX } from '#shared/limits.ts'
import { oneDecimal } from './one-decimal.ts'

const VIEW_WEIGHT = 1
const SEARCH_WEIGHT = 3

/** Visitors who viewed, and who searched for, a club or player in 7 days; each visitor counts once a day. */
export type Attention = { views: number; searches: number }

/** The weight w of a club or player: a view counts 1, a search 3 (docs/formulas.md#popularity). */
export function attentionWeight({ views, searches }: Attention): number {
  return VIEW_WEIGHT * views + SEARCH_WEIGHT * searches
}

/**
 * `popularity_score`: 100 x log1p(w) / log1p(largest w of that kind); 0 to 100, one decimal. 0 where nobody looked
 * (docs/formulas.md#popularity).
 */
export function popularityScore(weight: number, largestWeight: number): number {
  if (weight <= 0) return 0
  const share = Math.log1p(weight) / Math.log1p(Math.max(weight, largestWeight))
  return oneDecimal(SCORE_MAX * share)
}
