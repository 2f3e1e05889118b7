import { sql } from 'kysely'
import type { Database } from '../database/connection.ts'

/** Tables cut by month, so that old months can be dropped whole. */
const PARTITIONED = ['observations', 'battles', 'player_battles'] as const

/** Months whose partitions are known to exist, per store. */
const made = new WeakMap<Database, Set<string>>()

/** Makes sure that rows of these moments have a partition to go to. */
export async function ensurePartitions(db: Database, moments: Iterable<Date>): Promise<void> {
  const known = made.get(db) ?? new Set()
  made.set(db, known)
  for (const month of new Set([...moments].map((moment) => moment.toISOString().slice(0, 7)))) {
    if (known.has(month)) continue
    for (const table of PARTITIONED) await makePartition(db, table, month)
    known.add(month)
  }
}

async function makePartition(db: Database, table: string, month: string): Promise<void> {
  const from = new Date(`${month}-01T00:00:00Z`)
  const to = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1, 1))
  const name = `${table}_${month.replace('-', '_')}`
  await sql`create table if not exists ${sql.table(name)} partition of ${sql.table(table)}
    for values from (${sql.lit(from.toISOString())}) to (${sql.lit(to.toISOString())})`.execute(db)
}
