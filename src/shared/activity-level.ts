/** How lively a day of a member was, by the number of observed trophy changes (not by trophies won). */
export type ActivityLevel = 'inactive' | 'low' | 'moderate' | 'high' | 'very-high'

/** The level of a day with this many trophy changes: 0, 1-2, 3-5, 6-10, above 10. */
export function activityLevel(trophyChanges: number): ActivityLevel {
  if (trophyChanges <= 0) return 'inactive'
  if (trophyChanges <= 2) return 'low'
  if (trophyChanges <= 5) return 'moderate'
  return trophyChanges <= 10 ? 'high' : 'very-high'
}
