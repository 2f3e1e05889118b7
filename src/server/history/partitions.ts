import { sql } from 'kysely'
import type { Database } from '#server/database/database.ts'
import { DAY_MS } from '#shared/days.ts'

/** Tables cut by week, so that what is too old can be dropped whole and no more than a week too late. */
const PARTITIONED = ['observations', 'battles', 'player_battles'] as const

/** Days that raw observations and battles are kept; the daily series stays for ever. */
export const RAW_DAYS = 100

/** Any number; the same in every process. */
const PARTITION_LOCK = 7_201_967

const WEEK_MS = 7 * DAY_MS
/** A Monday. */
const FIRST_WEEK_MS = Date.UTC(1970, 0, 5)

/** Weeks whose partitions are known to exist, per store. */
const made = new WeakMap<Database, Set<number>>()

/** Makes sure that rows of these moments have a partition to go to. */
export async function ensurePartitions(db: Database, moments: Iterable<Date>): Promise<void> {
  const known = made.get(db) ?? new Set()
  made.set(db, known)
  for (const week of new Set([...moments].map(weekOf))) {
    if (known.has(week)) continue
    // One table at a time: who held two of them could wait for a reader who waits for the other.
    for (const table of PARTITIONED) await makePartition(db, table, new Date(week))
    known.add(week)
  }
}

/** Drops the weeks that ended before a moment, whole. Returns the names of what was dropped. */
export async function dropPartitions(db: Database, endedBefore: Date): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select child.relname as name from pg_inherits join pg_class child on child.oid = inhrelid
    where inhparent = any(${PARTITIONED.map(String)}::regclass[]) order by 1`.execute(db)
  const old = rows.filter(({ name }) => endOf(name) <= endedBefore.getTime()).map(({ name }) => name)
  for (const name of old) await sql`drop table if exists ${sql.table(name)}`.execute(db)
  made.delete(db)
  return old
}

async function makePartition(db: Database, table: string, from: Date): Promise<void> {
  const name = `${table}_${from.toISOString().slice(0, 10).replaceAll('-', '')}`
  const to = new Date(from.getTime() + WEEK_MS)
  if (await isMade(db, name)) return
  await db.transaction().execute(async (transaction) => {
    // One process at a time: two that make the same partition at once would both find it missing.
    await sql`select pg_advisory_xact_lock(${PARTITION_LOCK})`.execute(transaction)
    if (await isMade(transaction, name)) return
    // Attached, not made as a partition at once: that would wait for a backup that reads, and all others for it.
    await sql`create table ${sql.table(name)}
      (like ${sql.table(table)} including defaults including constraints)`.execute(transaction)
    const week = sql`from (${sql.lit(from.toISOString())}) to (${sql.lit(to.toISOString())})`
    await sql`alter table ${sql.table(table)} attach partition ${sql.table(name)} for values ${week}`.execute(
      transaction,
    )
  })
}

/** Asked of the catalogue: `to_regclass` may remember from before the wait for the lock that there is none. */
async function isMade(db: Database, name: string): Promise<boolean> {
  const { rows } = await sql<{ made: boolean }>`
    select exists (select from pg_class where relname = ${name} and pg_table_is_visible(oid)) as made`.execute(db)
  return rows[0]?.made === true
}

function weekOf(moment: Date): number {
  return Math.floor((moment.getTime() - FIRST_WEEK_MS) / WEEK_MS) * WEEK_MS + FIRST_WEEK_MS
}

/** The end of a partition, from the Monday in its name. */
function endOf(name: string): number {
  const [, year, month, day] = /_(\d{4})(\d\d)(\d\d)$/.exec(name) ?? []
  return Date.UTC(Number(year), Number(month) - 1, Number(day)) + WEEK_MS
}
