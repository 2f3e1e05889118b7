/** The four scores an overall score is made of, each 0 to 100, or null where the member was not observed. */
export type OverallParts = {
  contribution: number | null
  activity: number | null
  consistency: number | null
  trend: number | null
}

/**
 * overall_score: 0.35 trophy_contribution + 0.30 activity_score + 0.20 activity_consistency + 0.15 improvement_trend;
 * 0 to 100, exact. Null as soon as one part is. Whole percents are added, so that full marks are 100 exactly.
 */
export function overallScore({ contribution, activity, consistency, trend }: OverallParts): number | null {
  if (contribution === null || activity === null || consistency === null || trend === null) return null
  return (35 * contribution + 30 * activity + 20 * consistency + 15 * trend) / 100
}
