import { sql } from 'kysely'
import type { RankingName } from '../collection/collect-ranking.ts'
import type { Context } from '../context.ts'

/** A row of `rankings.entries`. */
export type StoredEntry = {
  rank: number
  previous: number | null
  tag: string
  name: string
  color: string | null
  trophies: number
  club: string | null
  members: number | null
}

export type StoredRanking = { collectedAt: Date; entries: StoredEntry[]; previousCollectedAt: Date | null }

/** The newest collection of a ranking, and when the one before it was; null when nobody collected it yet. */
export async function newestRanking(
  { db }: Context,
  { type, country, brawlerId }: RankingName,
): Promise<StoredRanking | null> {
  const ranking = db
    .selectFrom('rankings')
    .where('type', '=', type)
    .where('country', '=', country)
    .where('brawler_id', '=', brawlerId)
    .orderBy('collected_at', 'desc')
  const newest = await ranking
    .select(['collected_at', sql<StoredEntry[]>`entries`.as('entries')])
    .limit(1)
    .executeTakeFirst()
  if (newest === undefined) return null
  const previous = await ranking.select('collected_at').offset(1).limit(1).executeTakeFirst()
  return {
    collectedAt: newest.collected_at,
    entries: newest.entries,
    previousCollectedAt: previous?.collected_at ?? null,
  }
}
