import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { RankingName } from '#server/collector/collect-ranking.ts'
import type { Context } from '#server/context.ts'
import { queryRows } from '#server/database/database.ts'
import { HOUR_MS } from '#shared/days.ts'

/** Ranks are compared with those of a collection at least so much older: who is asked today moved since yesterday. */
const COMPARED_AFTER_MS = 20 * HOUR_MS

/** An entry of `rankings.entries`. */
const storedEntry = z.object({
  rank: z.number(),
  tag: z.string(),
  name: z.string(),
  color: z.nullable(z.string()),
  trophies: z.number(),
  club: z.nullable(z.string()),
  members: z.nullable(z.number()),
})

export type StoredEntry = z.output<typeof storedEntry>

export type StoredRanking = { collectedAt: Date; entries: StoredEntry[] }

/** Who stood where in an earlier collection. */
export type EarlierRanks = { collectedAt: Date; rankOf: ReadonlyMap<string, number> }

/** The newest collection of a ranking; null when nobody collected it yet. */
export async function newestRanking(
  { db }: Context,
  { type, country, brawlerId }: RankingName,
): Promise<StoredRanking | null> {
  const [newest] = await queryRows(
    db,
    { collected_at: z.date(), entries: z.array(storedEntry) },
    sql`select collected_at, entries from rankings
    where type = ${type} and country = ${country} and brawler_id = ${brawlerId} order by collected_at desc limit 1`,
  )
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
  const [row] = await queryRows(
    db,
    { collected_at: z.date(), ranks: z.nullable(z.record(z.string(), z.number())) },
    sql`
    select collected_at, (
      select jsonb_object_agg(entry ->> 'tag', entry -> 'rank') from jsonb_array_elements(entries) as e(entry)) as ranks
    from rankings where ${same} and collected_at = coalesce(
      (select max(collected_at) from rankings where ${same} and collected_at <= ${aDayBefore}),
      (select min(collected_at) from rankings where ${same} and collected_at < ${collectedAt}))`,
  )
  return row === undefined ? null : { collectedAt: row.collected_at, rankOf: new Map(Object.entries(row.ranks ?? {})) }
}
