import { sql } from 'kysely'
import type { Database } from '#server/database/database.ts'
import type { Clock } from '#server/kernel/clock.ts'
import { DAY_MS } from '#shared/days.ts'
import { dropPartitions, RAW_DAYS } from './partitions.ts'

/** Days that every ranking is kept, before it is thinned to one a day. */
const ALL_RANKINGS_DAYS = 2
/** Days that more than two rankings of each single brawler are kept; there are many of them. */
const BRAWLER_RANKING_DAYS = 3

type Parts = { db: Database; clock: Clock }

/**
 * Drops what is kept for a time only: raw observations and battles by whole partitions, and rankings down to one a day
 * (docs/decisions/0024-what-is-kept.md). Daily series and roster events stay for ever. Returns the names of the dropped
 * partitions.
 */
export async function dropOldHistory({ db, clock }: Parts): Promise<string[]> {
  const before = (days: number) => new Date(clock.now().getTime() - days * DAY_MS)
  const dropped = await dropPartitions(db, before(RAW_DAYS))
  await db.deleteFrom('battle_log_coverage').where('covered_to', '<', before(RAW_DAYS)).execute()
  await db.deleteFrom('incidents').where('ended_at', '<', before(RAW_DAYS)).execute()
  await thinRankings(db, before)
  return dropped
}

/** Keeps of each ranking all of the last two days, the first of each UTC day before, and always the newest. */
async function thinRankings(db: Database, before: (days: number) => Date): Promise<void> {
  await sql`
    with placed as (
      select type, country, brawler_id, collected_at,
        row_number() over (partition by type, country, brawler_id, date_trunc('day', collected_at, 'UTC')
          order by collected_at) as place_in_day,
        row_number() over (partition by type, country, brawler_id order by collected_at desc) as place
      from rankings
    )
    delete from rankings using placed
    where rankings.type = placed.type and rankings.country = placed.country
      and rankings.brawler_id = placed.brawler_id and rankings.collected_at = placed.collected_at and placed.place > 1
      and (placed.collected_at < ${before(RAW_DAYS)}
        or (placed.collected_at < ${before(ALL_RANKINGS_DAYS)} and placed.place_in_day > 1)
        or (placed.collected_at < ${before(BRAWLER_RANKING_DAYS)} and placed.type = 'brawlers' and placed.place > 2))`.execute(
    db,
  )
}
