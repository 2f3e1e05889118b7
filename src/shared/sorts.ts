/**
 * The sort orders of clubs and of players, as pages offer them. `growth` is what members won in 7 days, in percent;
 * `ranked` the rating: the unranked come after all of them, and who is not known comes last.
 */
export const CLUB_SORTS = [
  'popularity',
  'member_count',
  'activity_score',
  'name',
  'created_date',
  'trophies',
  'growth',
] as const
export const PLAYER_SORTS = [
  'popularity',
  'trophies',
  'performance_score',
  'activity_score',
  'ranked',
  'prestige',
  'name',
  'created_date',
] as const

export type ClubSort = (typeof CLUB_SORTS)[number]
export type PlayerSort = (typeof PLAYER_SORTS)[number]
export type Sort = ClubSort | PlayerSort

export const SORTS = [...new Set<Sort>([...PLAYER_SORTS, ...CLUB_SORTS])]
