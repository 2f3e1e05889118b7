/** The four scores a performance score is made of, each 0 to 100, or null where nothing was observed. */
export type PerformanceParts = {
  percentile: number | null
  activity: number | null
  consistency: number | null
  trend: number | null
}

/**
 * performance_score: 0.40 trophy percentile + 0.20 each of activity_score, consistency_rating, improvement_trend over
 * 30 days; 0 to 100, exact. Null as soon as one part is.
 */
export function performanceScore({ percentile, activity, consistency, trend }: PerformanceParts): number | null {
  if (percentile === null || activity === null || consistency === null || trend === null) return null
  return (40 * percentile + 20 * activity + 20 * consistency + 20 * trend) / 100
}
