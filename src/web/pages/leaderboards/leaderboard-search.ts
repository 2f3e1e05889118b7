import { LEADERBOARD_COUNTRIES, type LeaderboardCountry } from '#shared/regions.ts'
import { oneOf, wholeNumberOf } from '../../format/search-params.ts'

export const TYPES = ['players', 'clubs', 'brawlers'] as const
export type LeaderboardType = (typeof TYPES)[number]

/** Which leaderboard is shown, as it stands in the address; players of the world when nothing is there. */
export type LeaderboardSearch = {
  type?: LeaderboardType | undefined
  country?: LeaderboardCountry | undefined
  /** Id of a brawler, on the brawlers' tab alone. */
  brawler?: number | undefined
}

/** The search part of an address as a leaderboard takes it: what is not valid falls back to the default. */
export function leaderboardSearchOf(raw: Record<string, unknown>): LeaderboardSearch {
  const type = oneOf(TYPES, raw.type)
  const country = oneOf(LEADERBOARD_COUNTRIES, raw.country)
  const brawler = wholeNumberOf(raw.brawler, 1)
  return {
    ...(type && type !== 'players' && { type }),
    ...(country && country !== 'global' && { country }),
    ...(type === 'brawlers' && brawler !== undefined && { brawler }),
  }
}

/** The address of another tab: the country stays, the brawler is let go. */
export function atTab(search: LeaderboardSearch, type: LeaderboardType): LeaderboardSearch {
  return leaderboardSearchOf({ ...search, type, brawler: undefined })
}
