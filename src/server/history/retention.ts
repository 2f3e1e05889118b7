import { setTimeout as pass } from 'node:timers/promises'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { type Database, queryRows } from '#server/database/database.ts'
import { LOCKS } from '#server/database/locks.ts'
import { writeSetting } from '#server/database/settings.ts'
import { errorCode } from '#server/kernel/errors.ts'
import { DAY_MS, dayOf, WEEK_MS } from '#shared/days.ts'
import { mondayOf } from '#shared/iso-week.ts'

/** Days that raw answers and battles are kept (docs/decisions/0024-what-is-kept.md). */
export const RAW_DAYS = 100
/** Days that every ranking is kept, before it is thinned to one a day. */
const ALL_RANKINGS_DAYS = 2
/** Days that more than two rankings of each single brawler are kept; there are many of them. */
const BRAWLER_RANKING_DAYS = 3

type Parts = { db: Database; clock: { now(): Date } }

/**
 * Drops what is kept for a time only: raw answers and battles by whole partitions, and rankings down to one a day
 * (docs/decisions/0024-what-is-kept.md). Daily series and roster events stay for ever. Returns the names of the dropped
 * partitions.
 */
export async function dropOldHistory({ db, clock }: Parts): Promise<string[]> {
  const before = (days: number) => new Date(clock.now().getTime() - days * DAY_MS)
  const dropped = await dropPartitions(db, before(RAW_DAYS))
  await db.deleteFrom('battle_log_coverage').where('covered_to', '<', before(RAW_DAYS)).execute()
  await db.deleteFrom('incidents').where('ended_at', '<', before(RAW_DAYS)).execute()
  await db.deleteFrom('rotation_events').where('ends_at', '<', before(RAW_DAYS)).execute()
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
        or (placed.collected_at < ${before(BRAWLER_RANKING_DAYS)} and placed.type = 'brawlers'
          and placed.place > 2))`.execute(db)
}

/** Tables with a partition for each week. Old weeks are dropped whole, which is far faster than to delete rows. */
const PARTITIONED = ['club_answers', 'player_answers', 'battles', 'player_battles'] as const

/** Makes the partitions for rows of these moments where they are missing. */
export async function ensurePartitions(db: Database, moments: Iterable<Date>): Promise<void> {
  const weeks = [...new Set([...moments].map((moment) => Date.parse(mondayOf(dayOf(moment)))))]
  const wanted = PARTITIONED.flatMap((table) => weeks.map((week) => ({ table, week })))
  const missing = await queryRows(
    db,
    { name: z.string() },
    sql`select name from unnest(${wanted.map(nameOf)}::text[]) name
      where not exists (select from pg_class where relname = name and pg_table_is_visible(oid))`,
  )
  const names = new Set(missing.map(({ name }) => name))
  // One table at a time: a transaction that locks two of them could deadlock with a reader.
  for (const each of wanted) if (names.has(nameOf(each))) await makePartition(db, each)
}

type Partition = { table: string; week: number }

function nameOf({ table, week }: Partition): string {
  return `${table}_${dayOf(new Date(week)).replaceAll('-', '')}`
}

/**
 * Makes the partitions of this week and of the next, so that no answer waits for them on Monday: on a cluster they take a
 * second. PostgreSQL holds up nobody who reads or writes the tables meanwhile; a cluster waits for those who write.
 */
export async function makeNextWeek({ db, clock }: Parts): Promise<void> {
  const now = clock.now()
  await ensurePartitions(db, [now, new Date(now.getTime() + WEEK_MS)])
}

/** Drops the weeks that ended before a moment. Returns the names of the dropped partitions. */
async function dropPartitions(db: Database, endedBefore: Date): Promise<string[]> {
  const partitions = await queryRows(
    db,
    { name: z.string() },
    sql`
      select child.relname::text as name from pg_inherits join pg_class child on child.oid = inhrelid
      where inhparent = any(${PARTITIONED.map(String)}::regclass[]) order by 1`,
  )
  const old = partitions.map(({ name }) => name).filter((name) => endOf(name) <= endedBefore.getTime())
  if (old.some((name) => /^(club|player)_answers_/.test(name))) {
    await noteDropped(db, new Date(old.reduce((latest, name) => Math.max(latest, endOf(name)), 0)))
  }
  const dropped: string[] = []
  for (const name of old) if (await dropPartition(db, name)) dropped.push(name)
  return dropped
}

/** SQLSTATE: a lock was not to be had in time. */
const LOCKED = '55P03'

/** Everybody who reads the table waits behind a drop that waits, so it waits for moments only, and tries again. */
const LOCK_MS = 20
const DROP_TRIES = 20
const DROP_PAUSE_MS = 100

/** Answers whether the partition is gone. While an export reads it, it stays until the next day. */
async function dropPartition(db: Database, name: string, tries = DROP_TRIES): Promise<boolean> {
  try {
    await db.transaction().execute(async (transaction) => {
      await sql`set local lock_timeout = ${sql.lit(LOCK_MS)}`.execute(transaction)
      await sql`drop table if exists ${sql.table(name)}`.execute(transaction)
    })
    return true
  } catch (error) {
    if (errorCode(error) !== LOCKED) throw error
    if (tries <= 1) return false
  }
  await pass(DROP_PAUSE_MS)
  return dropPartition(db, name, tries - 1)
}

/** Since when there are raw answers: an older one that is imported later has none to be compared with. */
async function noteDropped(db: Database, until: Date): Promise<void> {
  const isLater = sql`stored.value ->> 'since' < excluded.value ->> 'since'`
  await writeSetting(db, 'raw_history', { since: dayOf(until) }, isLater)
}

async function makePartition(db: Database, { table, week }: Partition): Promise<void> {
  const name = nameOf({ table, week })
  const [from, to] = [new Date(week), new Date(week + WEEK_MS)]
  await db.transaction().execute(async (transaction) => {
    // One process at a time, since two could both find the same partition missing.
    await sql`select pg_advisory_xact_lock(${LOCKS.partitions})`.execute(transaction)
    if (await isMade(transaction, name)) return
    // To create it as a partition would wait for a backup that reads, and all others would wait behind it.
    await sql`create table ${sql.table(name)}
      (like ${sql.table(table)} including defaults including constraints)`.execute(transaction)
    const bounds = sql`from (${sql.lit(from.toISOString())}) to (${sql.lit(to.toISOString())})`
    await sql`alter table ${sql.table(table)} attach partition ${sql.table(name)} for values ${bounds}`.execute(
      transaction,
    )
  })
}

/** Asks the catalogue: `to_regclass` may remember from before the wait for the lock that there is none. */
async function isMade(db: Database, name: string): Promise<boolean> {
  const [row] = await queryRows(
    db,
    { made: z.boolean() },
    sql`select exists (select from pg_class where relname = ${name} and pg_table_is_visible(oid)) as made`,
  )
  return row?.made === true
}

/** The end of a partition, from the Monday in its name. */
function endOf(name: string): number {
  const [, year, month, day] = /_(\d{4})(\d\d)(\d\d)$/.exec(name) ?? []
  return Date.UTC(Number(year), Number(month) - 1, Number(day)) + WEEK_MS
}
