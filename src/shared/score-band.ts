/** How a score reads (product: 80+ Excellent, 60+ Good, 40+ Average, 20+ Below Avg, else Poor). */
export type ScoreBand = 'Excellent' | 'Good' | 'Average' | 'Below Avg' | 'Poor'

const BANDS: readonly (readonly [from: number, band: ScoreBand])[] = [
  [80, 'Excellent'],
  [60, 'Good'],
  [40, 'Average'],
  [20, 'Below Avg'],
]

/** The band of a score from 0 to 100. */
export function scoreBand(score: number): ScoreBand {
  return BANDS.find(([from]) => score >= from)?.[1] ?? 'Poor'
}

/** The arrow of an improvement trend from 0 to 100: up from 70 on, down up to 30. */
export function trendArrow(trend: number): 'up' | 'down' | 'neutral' {
  if (trend >= 70) return 'up'
  return trend <= 30 ? 'down' : 'neutral'
}
