import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Database } from '../database/connection.ts'
import { ensurePartitions } from '../ingestion/partitions.ts'
import { StartFailure } from '../start-failure.ts'
import { isMovedTable, partitionColumn } from '../transfer/moved-tables.ts'
import { readRows, writeRowsAlike } from '../transfer/read-rows.ts'
import type { Contents } from './backup-format.ts'
import { type BackedUpRow, type CheckedBackup, readBackupRows } from './read-backup.ts'
import { continueSequences, storedSchema, storedTables } from './stored-tables.ts'
import { createTableSums } from './table-sums.ts'

export type RestoreOptions = {
  db: Database
  backup: CheckedBackup
  onRows(table: string, rows: number): void
  signal?: AbortSignal
}

const ROWS_AT_ONCE = 500

/**
 * Brings a backup into an empty store at the same schema, all of it or nothing, and reads it back: every table must have
 * the checksum that it had. Returns the number of rows. Throws StartFailure when the store is not empty.
 */
export async function restoreBackup({ db, backup, onRows, signal }: RestoreOptions): Promise<number> {
  const tables = await storedTables(db)
  await checkEmpty(db, tables)
  await checkSchema(db, backup, tables)
  await makePartitions(db, backup.file)
  const rows = await db.transaction().execute(async (transaction) => {
    await sql`set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0`.execute(transaction)
    // Another process that has just been started on this store waits.
    const all = sql.join(tables.map((table) => sql.table(table)))
    await sql`lock table ${all} in share row exclusive mode`.execute(transaction)
    await checkEmpty(transaction, tables)
    const stored = await storeAll(transaction, backup.file, onRows, signal)
    await continueSequences(transaction, backup.sequences)
    if (!isDeepStrictEqual(await sumsOf(transaction, tables), backup.tables)) {
      throw new Error('What was restored is not what was backed up; it was taken back')
    }
    return stored
  })
  await sql`analyze`.execute(db)
  return rows
}

async function checkEmpty(db: Database, tables: string[]): Promise<void> {
  for (const table of tables) {
    const { rows } = await sql`select from ${sql.table(table)} limit 1`.execute(db)
    if (rows.length === 0) continue
    const advice = 'Restore into another DATA_DIR or an empty database.'
    throw new StartFailure(`The store is not empty: there is something in ${table}. ${advice}`)
  }
}

async function checkSchema(db: Database, { schema, file, tables }: CheckedBackup, stored: string[]): Promise<void> {
  const its = await storedSchema(db)
  if (its === schema && isDeepStrictEqual(Object.keys(tables).sort(), [...stored].sort())) return
  const advice = 'Restore into a DATA_DIR or database in which Delphin was never started.'
  throw new StartFailure(`${file} is of schema ${schema}, the store already at ${its}. ${advice}`)
}

async function makePartitions(db: Database, file: string): Promise<void> {
  const days = new Set<string>()
  for await (const { table, row } of readBackupRows(file)) {
    const column = isMovedTable(table) ? partitionColumn(table) : null
    if (column !== null) days.add(String(JSON.parse(row)[column]).slice(0, 10))
  }
  await ensurePartitions(
    db,
    [...days].map((day) => new Date(day)),
  )
}

async function storeAll(
  db: Database,
  file: string,
  onRows: RestoreOptions['onRows'],
  signal: AbortSignal | undefined,
): Promise<number> {
  let stored = 0
  let batch: BackedUpRow[] = []
  const flush = async () => {
    signal?.throwIfAborted()
    await storeBatch(db, batch)
    stored += batch.length
    onRows(batch[0]?.table ?? '', stored)
    batch = []
  }
  for await (const row of readBackupRows(file)) {
    if (batch.length === ROWS_AT_ONCE || (batch[0] !== undefined && batch[0].table !== row.table)) await flush()
    batch.push(row)
  }
  if (batch.length > 0) await flush()
  return stored
}

/** As text: numbers go from one store to the other without becoming numbers of ours. */
async function storeBatch(db: Database, batch: BackedUpRow[]): Promise<void> {
  const [first] = batch
  if (first === undefined) return
  const columns = sql.join(Object.keys(JSON.parse(first.row)).map((column) => sql.ref(column)))
  const rows = `[${batch.map(({ row }) => row).join(',')}]`
  await sql`
    insert into ${sql.table(first.table)} (${columns}) overriding system value
    select ${columns} from json_populate_recordset(null::${sql.table(first.table)}, ${rows}::json)`.execute(db)
}

async function sumsOf(db: Database, tables: string[]): Promise<Contents['tables']> {
  await writeRowsAlike(db)
  const sums = createTableSums()
  for (const table of tables) {
    sums.add(table, [])
    for await (const rows of readRows(db, table, sql``)) sums.add(table, rows)
  }
  return sums.result()
}
