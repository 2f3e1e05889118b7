/** What every score and figure is called where it is explained. */
export const SCORE_LABELS = {
  activity_score: 'Activity score',
  consistency: 'Consistency',
  improvement_trend: 'Improvement trend',
  trophy_contribution: 'Trophy contribution',
  overall_score: 'Overall score',
  performance_score: 'Performance score',
  trophy_percentile: 'Trophy percentile',
  contribution_score: 'Contribution score',
  club_activity: 'Club activity score',
  trophy_growth_7d: 'Trophy growth in 7 days',
  active_members: 'Active members',
  ghost_members: 'Ghost members',
  trophy_change_30d: 'Trophy change in 30 days',
  avg_daily_change: 'Average daily change',
  popularity_score: 'Popularity',
} as const

export type ScoreName = keyof typeof SCORE_LABELS
