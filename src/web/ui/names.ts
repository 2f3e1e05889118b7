import type { Region } from '#shared/regions.ts'

/** Made on first use: few pages name countries. */
let countries: Intl.DisplayNames | undefined

/** A country's English name by its ISO 3166 code: `DE` is `Germany`. Any other text stays as it is. */
export function countryName(code: string): string {
  if (!/^[A-Za-z]{2}$/.test(code)) return code
  countries ??= new Intl.DisplayNames('en', { type: 'region', fallback: 'code' })
  return countries.of(code.toUpperCase()) ?? code
}

const REGION_NAMES: Record<Region, string> = { global: 'Global', na: 'Americas', eu: 'Europe', asia: 'Asia-Pacific' }

/** A part of the world in English. `na` is `Americas`, since Brazil belongs to it. */
export function regionName(region: Region): string {
  return REGION_NAMES[region]
}

/** The colour of a name in the game, `0xffff9727`, for styles: `#ff9727`; null for none and for white, the usual one. */
export function nameColour(code: string | null): string | null {
  const [, colour] = /^0x[0-9a-f]{2}([0-9a-f]{6})$/i.exec(code ?? '') ?? []
  return colour === undefined || colour.toLowerCase() === 'ffffff' ? null : `#${colour.toLowerCase()}`
}

/** The names of all scores and figures that a "?" explains. */
export const SCORE_LABELS = {
  games: 'Games of a day',
  learning: 'Learning',
  resting: 'Resting',
  activity_score: 'Activity score',
  consistency: 'Consistency',
  improvement_trend: 'Improvement trend',
  trophy_contribution: 'Trophy contribution',
  overall_score: 'Overall score',
  performance_score: 'Performance score',
  trophy_percentile: 'Trophy percentile',
  contribution_score: 'Contribution score',
  club_activity: 'Club activity score',
  club_moves: 'What moved the club',
  trophy_growth_7d: 'Trophy growth in 7 days',
  active_members: 'Active members',
  ghost_members: 'Ghost members',
  trophy_change_30d: 'Trophy change in 30 days',
  avg_daily_change: 'Average daily change',
  popularity_score: 'Popularity',
  brawler_rate: 'Win rate of a brawler',
  win_rate: 'Win rate',
  above_expected: 'Wins above expected',
  lobbies: 'Lobbies of bots',
  showdown_places: 'Showdown places',
  stars_per_win: 'Stars per win',
  played_together: 'Played together',
  battles_known: 'Battles we know',
} as const

export type ScoreName = keyof typeof SCORE_LABELS
