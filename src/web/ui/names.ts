import type { Region } from '#shared/regions.ts'

const ROLES: readonly (readonly [role: string, name: string])[] = [
  ['president', 'President'],
  ['vicePresident', 'Vice President'],
  ['senior', 'Senior'],
  ['member', 'Member'],
]

/** A role of the game's API as people say it: `vicePresident` is `Vice President`; an unknown one stays as it is. */
export function roleName(role: string): string {
  return ROLES.find(([known]) => known === role)?.[1] ?? role
}

/** The order of roles, highest first: president 0, vice president 1, senior 2, member 3, unknown ones after. */
export function roleRank(role: string): number {
  const rank = ROLES.findIndex(([known]) => known === role)
  return rank === -1 ? ROLES.length : rank
}

const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' })

/** A country's English name by its ISO 3166 code: `DE` is `Germany`. What is no code stays as it is. */
export function countryName(code: string): string {
  return /^[A-Za-z]{2}$/.test(code) ? (names.of(code.toUpperCase()) ?? code) : code
}

const NAMES: Record<Region, string> = { global: 'Global', na: 'Americas', eu: 'Europe', asia: 'Asia-Pacific' }

/** A part of the world in words; its countries decide the word, so `na` with Brazil is `Americas`. */
export function regionName(region: Region): string {
  return NAMES[region]
}

/** Words in capitals with only their first letter large: `EL PRIMO` is `El Primo`, `8-BIT` is `8-Bit`. Others stay. */
export function titleCase(text: string): string {
  return text.replace(/\p{Lu}{2,}/gu, (word) => word.slice(0, 1) + word.slice(1).toLowerCase())
}

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
