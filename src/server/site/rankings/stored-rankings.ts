import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { RankingName } from '#server/collector/collect-ranking.ts'
import { type Database, queryRows, type RowOf } from '#server/database/database.ts'
import { HOUR_MS } from '#shared/days.ts'

const ENTRY = z.strictObject({
  rank: z.int(),
  tag: z.string(),
  name: z.string(),
  color: z.nullable(z.string()),
  trophies: z.int(),
  club: z.nullable(z.string()),
  members: z.nullable(z.int()),
})

export type StoredEntry = z.output<typeof ENTRY>

const RANKING = { collectedAt: z.date(), entries: z.array(ENTRY) }

export type StoredRanking = RowOf<typeof RANKING>

/** The newest collection of a ranking; null when it was never collected. */
export async function newestRanking(db: Database, name: RankingName): Promise<StoredRanking | null> {
  const [newest] = await queryRows(
    db,
    RANKING,
    sql`
    select collected_at as "collectedAt", entries from rankings where ${isOf(name)} order by collected_at desc limit 1`,
  )
  return newest ?? null
}

/** Ranks are compared with those of a collection that is at least so much older: today's with yesterday's. */
const COMPARED_AFTER_MS = 20 * HOUR_MS

/** The ranks of an earlier collection, by tag. */
export type EarlierRanks = { collectedAt: Date; rankOf: ReadonlyMap<string, number> }

/**
 * The ranks that a collection is compared with: of the newest one that is at least 20 hours older or, when all are
 * younger, of the oldest; null when there is none before.
 */
export async function ranksBefore(db: Database, name: RankingName, collectedAt: Date): Promise<EarlierRanks | null> {
  const aDayBefore = new Date(collectedAt.getTime() - COMPARED_AFTER_MS)
  const [before] = await queryRows(
    db,
    { collectedAt: z.date(), ranks: z.nullable(z.record(z.string(), z.int())) },
    sql`
    select collected_at as "collectedAt", (
      select jsonb_object_agg(entry ->> 'tag', entry -> 'rank') from jsonb_array_elements(entries) as e(entry)) as ranks
    from rankings where ${isOf(name)} and collected_at = coalesce(
      (select max(collected_at) from rankings where ${isOf(name)} and collected_at <= ${aDayBefore}),
      (select min(collected_at) from rankings where ${isOf(name)} and collected_at < ${collectedAt}))`,
  )
  return before === undefined
    ? null
    : { collectedAt: before.collectedAt, rankOf: new Map(Object.entries(before.ranks ?? {})) }
}

function isOf({ type, country, brawlerId }: RankingName) {
  return sql`type = ${type} and country = ${country} and brawler_id = ${brawlerId}`
}
