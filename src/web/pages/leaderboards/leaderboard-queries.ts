import { LEADERBOARD_LIMIT } from '#shared/limits.ts'
import type { LeaderboardCountry } from '#shared/regions.ts'
import { query } from '../../api/query.ts'
import type { LeaderboardType } from './leaderboard-search.ts'

/** Names one leaderboard; that of brawlers is of one brawler. */
export type BoardName = { type: LeaderboardType; country: LeaderboardCountry; brawler?: number | undefined }

/** The 50 rows that a page shows. */
export function boardQuery({ type, country, brawler }: BoardName) {
  const named = brawler === undefined ? {} : { brawler_id: brawler }
  return query('GET /api/rankings/leaderboards', { query: { type, country, limit: LEADERBOARD_LIMIT, ...named } })
}

/** Every brawler of the game; they come by the month. */
export const brawlersQuery = query('GET /api/brawler/all', undefined, 'hour')
