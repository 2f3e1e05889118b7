import { percent } from './number-format.ts'
import { type PlainTextId, t } from './texts.ts'

/** How active a player was on a day, by the number of trophy changes (docs/formulas.md#activity-levels). */
export type ActivityLevel = 'inactive' | 'low' | 'moderate' | 'high' | 'very-high'

/** The level of a day by its number of trophy changes: 0, 1 to 2, 3 to 5, 6 to 10, above 10. */
export function activityLevel(trophyChanges: number): ActivityLevel {
  if (trophyChanges <= 0) return 'inactive'
  if (trophyChanges <= 2) return 'low'
  if (trophyChanges <= 5) return 'moderate'
  return trophyChanges <= 10 ? 'high' : 'very-high'
}

/** A score in words (docs/formulas.md#score-bands). */
export type ScoreBand = 'Excellent' | 'Good' | 'Average' | 'Below Avg' | 'Poor'

const BANDS: readonly (readonly [from: number, band: ScoreBand])[] = [
  [80, 'Excellent'],
  [60, 'Good'],
  [40, 'Average'],
  [20, 'Below Avg'],
]

/** The band of a score from 0 to 100: Excellent from 80, Good from 60, Average from 40, Below Avg from 20, else Poor. */
export function scoreBand(score: number): ScoreBand {
  return BANDS.find(([from]) => score >= from)?.[1] ?? 'Poor'
}

/** A score from 0 to 100 without decimals, rounded down: 79.6 is Good, and 80 beside that word would read as Excellent. */
export function wholeScore(score: number): number {
  return Math.floor(score)
}

/** A score as pages show it. */
export const scoreText = (score: number): string => String(wholeScore(score))

export type ActivityWord = 'High' | 'Medium' | 'Low'

const BAND_NAMES: Record<ScoreBand | ActivityWord, PlainTextId> = {
  Excellent: 'score.excellent',
  Good: 'score.good',
  Average: 'score.average',
  'Below Avg': 'score.belowAverage',
  Poor: 'score.poor',
  High: 'score.high',
  Medium: 'score.medium',
  Low: 'score.low',
}

/** A band, or how active somebody is, for readers. */
export function bandName(band: ScoreBand | ActivityWord): string {
  return t(BAND_NAMES[band])
}

/** Activity, a share from 0 to 100, in the words of the browse filter (docs/formulas.md#score-bands). */
export function activityWord(score: number): ActivityWord {
  if (score >= 80) return 'High'
  return score >= 50 ? 'Medium' : 'Low'
}

/** Activity as pages show it: a whole share like the scores beside it, never rounded up into the next word. */
export function activityText(score: number): string {
  const whole = Math.round(score)
  return percent(activityWord(whole) === activityWord(score) ? whole : Math.floor(score))
}

/** A club's activity score, exact: it has one decimal, and rounded again 23 of 26 would be 89%, which is 88.46%. */
export function activeShare(score: number | null, active: number | null, known: number | null): number | null {
  return score === null || active === null || known === null ? score : (100 * active) / known
}

/** The arrow of an improvement trend from 0 to 100: up at 70 and above, down at 30 and below. */
export function trendArrow(trend: number): 'up' | 'down' | 'neutral' {
  if (trend >= 70) return 'up'
  return trend <= 30 ? 'down' : 'neutral'
}

/** A choice of the trophy filter, as its two query parameters. Both ends belong to the range. */
type TrophyRange = { label: string; min: number; max: number }

/** The least upper end of a range that means no upper end (docs/decisions/0016-trophy-ranges.md). */
const TROPHY_MAX_OPEN = 100_000

/** The ranges of the filter: four coarse ones, then finer ones for active players, who have 20k to 235k trophies. */
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

/** Both ends are included; `max` is null where there is no upper end. */
type TrophyFilter = { min: number; max: number | null }

/** The filter that `trophyMin` and `trophyMax` ask for, in trophies; null, which is no filter, unless both are present. */
export function trophyFilter(min: number | undefined, max: number | undefined): TrophyFilter | null {
  if (min === undefined || max === undefined) return null
  return { min, max: max >= TROPHY_MAX_OPEN ? null : max }
}

/** The milestones up to 100k; above it every 25k is one (docs/formulas.md#milestones). */
const FIRST_MILESTONES = [1, 5, 10, 15, 20, 25, 30, 40, 50, 60, 70, 80, 90, 100].map((thousand) => thousand * 1000)
const REGULAR_FROM = 100_000
const STEP = 25_000

/** The lowest milestone above this number of trophies. There is always one. */
export function milestoneAbove(trophies: number): number {
  const listed = FIRST_MILESTONES.find((milestone) => milestone > trophies)
  return listed ?? REGULAR_FROM + STEP * (Math.floor((trophies - REGULAR_FROM) / STEP) + 1)
}

/** The milestones at or below this number of trophies, lowest first. */
export function milestonesUpTo(trophies: number): number[] {
  const reached: number[] = []
  for (let next = milestoneAbove(0); next <= trophies; next = milestoneAbove(next)) reached.push(next)
  return reached
}

/** The names of all scores and figures that a "?" explains. */
const SCORE_LABELS = {
  games: 'score.games',
  learning: 'score.learning',
  resting: 'score.resting',
  ranked_tier: 'score.rankedTier',
  prestige: 'score.prestige',
  activity_score: 'score.activityScore',
  consistency: 'score.consistency',
  improvement_trend: 'score.improvementTrend',
  trophy_contribution: 'score.trophyContribution',
  overall_score: 'score.overallScore',
  performance_score: 'score.performanceScore',
  trophy_percentile: 'score.trophyPercentile',
  contribution_score: 'score.contributionScore',
  club_activity: 'score.clubActivity',
  club_moves: 'score.clubMoves',
  trophy_growth_7d: 'score.trophyGrowth7d',
  active_members: 'score.activeMembers',
  ghost_members: 'score.ghostMembers',
  trophy_change_30d: 'score.trophyChange30d',
  avg_daily_change: 'score.avgDailyChange',
  popularity_score: 'score.popularityScore',
  brawler_rate: 'score.brawlerRate',
  win_rate: 'score.winRate',
  above_expected: 'score.aboveExpected',
  lobbies: 'score.lobbies',
  showdown_places: 'score.showdownPlaces',
  stars_per_win: 'score.starsPerWin',
  played_together: 'score.playedTogether',
  battles_known: 'score.battlesKnown',
} as const satisfies Record<string, PlainTextId>

export type ScoreName = keyof typeof SCORE_LABELS

/** The name of a score or figure: `Activity score`. */
export function scoreName(name: ScoreName): string {
  return t(SCORE_LABELS[name])
}
