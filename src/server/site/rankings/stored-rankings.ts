import { sql } from 'kysely'
import type { RankingName } from '#server/collector/collect-ranking.ts'
import type { Context } from '#server/context.ts'
import { HOUR_MS } from '#shared/days.ts'

/** Ranks are compared with those of a collection at least so much older: who is asked today moved since yesterday. */
const COMPARED_AFTER_MS = 20 * HOUR_MS

/** A row of `rankings.entries`. */
export type StoredEntry = {
  rank: number
  tag: string
  name: string
  color: string | null
  trophies: number
  club: string | null
  members: number | null
}

export type StoredRanking = { collectedAt: Date; entries: StoredEntry[] }

/** Who stood where in an earlier collection. */
export type EarlierRanks = { collectedAt: Date; rankOf: ReadonlyMap<string, number> }

/** The newest collection of a ranking; null when nobody collected it yet. */
export async function newestRanking(
  { db }: Context,
  { type, country, brawlerId }: RankingName,
): Promise<StoredRanking | null> {
  const newest = await db
    .selectFrom('rankings')
    .where('type', '=', type)
    .where('country', '=', country)
    .where('brawler_id', '=', brawlerId)
    .orderBy('collected_at', 'desc')
    .select(['collected_at', sql<StoredEntry[]>`entries`.as('entries')])
    .limit(1)
    .executeTakeFirst()
  return newest === undefined ? null : { collectedAt: newest.collected_at, entries: newest.entries }
}

/**
 * The ranks that a collection is compared with: of the newest one that is at least 20 hours older or, when all are
 * younger, of the oldest; null when there is none before.
 */
export async function ranksBefore(
  { db }: Context,
  { type, country, brawlerId }: RankingName,
  collectedAt: Date,
): Promise<EarlierRanks | null> {
  const aDayBefore = new Date(collectedAt.getTime() - COMPARED_AFTER_MS)
  const same = sql`type = ${type} and country = ${country} and brawler_id = ${brawlerId}`
  const { rows } = await sql<{ collected_at: Date; ranks: Record<string, number> | null }>`
    select collected_at, (
      select jsonb_object_agg(entry ->> 'tag', entry -> 'rank') from jsonb_array_elements(entries) as e(entry)) as ranks
    from rankings where ${same} and collected_at = coalesce(
      (select max(collected_at) from rankings where ${same} and collected_at <= ${aDayBefore}),
      (select min(collected_at) from rankings where ${same} and collected_at < ${collectedAt}))`.execute(db)
  const [row] = rows
  return row === undefined ? null : { collectedAt: row.collected_at, rankOf: new Map(Object.entries(row.ranks ?? {})) }
}
