import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type * as z from 'zod'
import type { Database } from '#server/database/database.ts'
import { knowsMigration } from '#server/database/migrate.ts'
import { StartFailure } from '#server/kernel/errors.ts'
import { ensurePartitions } from '../partitions.ts'
import {
  BACKUP_VERSION,
  BackupHeader,
  Contents,
  continueSequences,
  createTableSums,
  Digest,
  storedSchema,
  storedTables,
} from './backup-format.ts'
import { rowsAsText, writeRowsAlike } from './export-file.ts'
import { isExportedTable, partitionColumn } from './export-format.ts'
import { openInput, readLines } from './read-lines.ts'

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
    const column = isExportedTable(table) ? partitionColumn(table) : null
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
    for await (const rows of rowsAsText(db, table, sql``)) sums.add(table, rows)
  }
  return sums.result()
}

/** A row of a table in the text that the store gave of it. */
type BackedUpRow = { table: string; row: string }

export type CheckedBackup = Contents & {
  file: string
  /** The newest migration of the store that was backed up. */
  schema: string
}

const ROW = /^\{"table":"(\w+)","row":(.*)\}$/s

/** The rows of a backup in order. Throws StartFailure where the file is damaged. */
async function* readBackupRows(file: string): AsyncGenerator<BackedUpRow> {
  for await (const line of textLines(file)) {
    const [, table, row] = ROW.exec(line) ?? []
    if (table !== undefined && row !== undefined) yield { table, row }
  }
}

/**
 * Reads a backup to its end before anything is done with it. Throws StartFailure when it is none, is of a newer version,
 * was cut short, or is not what was written.
 */
export async function checkBackup(file: string): Promise<CheckedBackup> {
  const digest = createHash('sha256')
  const sums = createTableSums()
  let header: z.output<typeof BackupHeader> | null = null
  const ends: string[] = []
  for await (const line of textLines(file)) {
    header ??= readHeader(line, file)
    const [, table, row] = ROW.exec(line) ?? []
    if (table !== undefined && row !== undefined) sums.add(table, [row])
    else if (line !== '' && ends.push(line) > 3) throw damaged(file)
    if (ends.length < 3) digest.update(`${line}\n`)
  }
  if (header === null) throw notABackup(file)
  const [, contentsLine = '', digestLine = ''] = ends
  if (digestLine === '') throw new StartFailure(`${file} was cut short: its end is missing. Nothing was restored.`)
  const contents = Contents.safeParse(parse(contentsLine)).data
  const whole = Digest.safeParse(parse(digestLine)).data?.sha256 === digest.digest('hex')
  if (contents === undefined || !whole) throw damaged(file)
  for (const table of Object.keys(contents.tables)) sums.add(table, [])
  if (!isDeepStrictEqual(sums.result(), contents.tables)) throw damaged(file)
  return { ...contents, file, schema: header.schema }
}

function readHeader(line: string, file: string): z.output<typeof BackupHeader> {
  const header = BackupHeader.safeParse(parse(line)).data
  if (header === undefined) throw notABackup(file)
  const isKnown = header.version === BACKUP_VERSION && knowsMigration(header.schema)
  if (isKnown) return header
  throw new StartFailure(`${file} was made by a newer version of Delphin (${header.version}, ${header.schema})`)
}

async function* textLines(file: string): AsyncGenerator<string> {
  try {
    for await (const line of readLines(openInput(file, process.stdin).chunks)) {
      if ('problem' in line) throw damaged(file)
      yield line.text
    }
  } catch (error) {
    // A packed file that breaks off, or whose bytes were changed.
    if (error instanceof Error && 'code' in error && /^Z_/.test(String(error.code))) throw damaged(file)
    throw error
  }
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

function damaged(file: string): StartFailure {
  return new StartFailure(`${file} is damaged: it is not what was written. Nothing was restored.`)
}

function notABackup(file: string): StartFailure {
  return new StartFailure(`${file} is no backup of Delphin (an export is read by npm run import)`)
}
