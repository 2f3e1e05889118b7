/** How lively a day of a member was, by the number of observed trophy changes (not by trophies won). */
export type ActivityLevel = 'inactive' | 'low' | 'moderate' | 'high' | 'very-high'

/** The level of a day with this many trophy changes: 0, 1-2, 3-5, 6-10, above 10. */
export function activityLevel(trophyChanges: number): ActivityLevel {
  if (trophyChanges <= 0) return 'inactive'
  if (trophyChanges <= 2) return 'low'
  if (trophyChanges <= 5) return 'moderate'
  return trophyChanges <= 10 ? 'high' : 'very-high'
}

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

/** A choice of the trophy filter, as its two query parameters. Both ends belong to it. */
export type TrophyRange = { label: string; min: number; max: number }

/** From here on an upper end means no upper end (decision D18b). */
export const TROPHY_MAX_OPEN = 100_000

/** The ranges offered: the product's four, then finer ones, because today's active players have 20k to 235k. */
export const TROPHY_RANGES: readonly TrophyRange[] = [
  { label: '0-5k', min: 0, max: 5000 },
  { label: '5k-15k', min: 5000, max: 15_000 },
  { label: '15k-25k', min: 15_000, max: 25_000 },
  { label: '25k+', min: 25_000, max: TROPHY_MAX_OPEN },
  { label: '25k-50k', min: 25_000, max: 50_000 },
  { label: '50k-75k', min: 50_000, max: 75_000 },
  { label: '75k-100k', min: 75_000, max: 99_999 },
  { label: '100k+', min: 100_000, max: TROPHY_MAX_OPEN },
]

/** What a pair of query parameters filters by, both ends included; `max` is null where there is no upper end. */
export type TrophyFilter = { min: number; max: number | null }

/** The filter of `trophyMin` and `trophyMax`, in trophies. Null, so no filter, unless both are present (product, section 5). */
export function trophyFilter(min: number | undefined, max: number | undefined): TrophyFilter | null {
  if (min === undefined || max === undefined) return null
  return { min, max: max >= TROPHY_MAX_OPEN ? null : max }
}

/** Trophies worth a celebration up to 100k; beyond it every 25k is one (spec: analytics, Milestones). */
const FIRST_MILESTONES = [1, 5, 10, 15, 20, 25, 30, 40, 50, 60, 70, 80, 90, 100].map((thousand) => thousand * 1000)
const LAST_NAMED = 100_000
const STEP = 25_000

/** The lowest milestone above this number of trophies. There is always one. */
export function milestoneAbove(trophies: number): number {
  const named = FIRST_MILESTONES.find((milestone) => milestone > trophies)
  return named ?? LAST_NAMED + STEP * (Math.floor((trophies - LAST_NAMED) / STEP) + 1)
}

/** The milestones at or below this number of trophies, lowest first. */
export function milestonesUpTo(trophies: number): number[] {
  const reached: number[] = []
  for (let next = milestoneAbove(0); next <= trophies; next = milestoneAbove(next)) reached.push(next)
  return reached
}

/** How a milestone is called: `1k`, `125k`, `1M`, `1.025M`. */
export function milestoneName(trophies: number): string {
  return trophies < 1_000_000 ? `${trophies / 1000}k` : `${trophies / 1_000_000}M`
}
