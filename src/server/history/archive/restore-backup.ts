import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Database } from '#server/database/database.ts'
import { StartFailure } from '#server/kernel/errors.ts'
import { ensurePartitions } from '../retention.ts'
import {
  type Contents,
  createTableSums,
  type Header,
  isKnown,
  type OnRows,
  parseJson,
  type RowText,
  readEnd,
  readHeader,
  readRowLine,
  type TableSums,
} from './archive-format.ts'
import { isPartitioned, partitionColumn, type Row } from './exported-rows.ts'
import { isDamagedGzip, openInput, readLines } from './read-lines.ts'
import { continueSequences, fixRowText, rowsAsText, storedSchema, storedTables } from './table-rows.ts'

export type RestoreOptions = { db: Database; backup: CheckedBackup; onRows: OnRows; signal?: AbortSignal }

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
    // A process that is started on this store meanwhile waits.
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
  for await (const { table, row } of readRows(file)) {
    if (!isPartitioned(table)) continue
    const columns: Row = JSON.parse(row)
    days.add(String(columns[partitionColumn(table) ?? '']).slice(0, 10))
  }
  await ensurePartitions(
    db,
    [...days].map((day) => new Date(day)),
  )
}

async function storeAll(db: Database, file: string, onRows: OnRows, signal: AbortSignal | undefined): Promise<number> {
  let stored = 0
  let batch: RowText[] = []
  const flush = async () => {
    signal?.throwIfAborted()
    await storeBatch(db, batch)
    stored += batch.length
    onRows(batch[0]?.table ?? '', stored)
    batch = []
  }
  for await (const row of readRows(file)) {
    if (batch.length === ROWS_AT_ONCE || (batch[0] !== undefined && batch[0].table !== row.table)) await flush()
    batch.push(row)
  }
  if (batch.length > 0) await flush()
  return stored
}

/** As text, since some numbers of the store are more precise than those of JavaScript. */
async function storeBatch(db: Database, batch: RowText[]): Promise<void> {
  const [first] = batch
  if (first === undefined) return
  const columns = sql.join(Object.keys(JSON.parse(first.row)).map((column) => sql.ref(column)))
  const rows = `[${batch.map(({ row }) => row).join(',')}]`
  await sql`
    insert into ${sql.table(first.table)} (${columns}) overriding system value
    select ${columns} from json_populate_recordset(null::${sql.table(first.table)}, ${rows}::json)`.execute(db)
}

async function sumsOf(db: Database, tables: string[]): Promise<TableSums> {
  await fixRowText(db)
  const sums = createTableSums()
  for (const table of tables) {
    sums.add(table, [])
    for await (const rows of rowsAsText(db, table, sql``)) sums.add(table, rows)
  }
  return sums.result()
}

/** The rows of an archive in order. Throws StartFailure where the file is damaged. */
async function* readRows(file: string): AsyncGenerator<RowText> {
  for await (const line of textLines(file)) {
    const row = readRowLine(line)
    if (row !== null) yield row
  }
}

/** A backup that was read to its end and is whole. */
export type CheckedBackup = Contents & { file: string; schema: string }

/**
 * Reads a backup to its end before anything is done with it. Throws StartFailure when it is none, is of a newer version,
 * was cut short, or is not what was written.
 */
export async function checkBackup(file: string): Promise<CheckedBackup> {
  const digest = createHash('sha256')
  const sums = createTableSums()
  let header: Header | null = null
  const afterRows: string[] = []
  for await (const line of textLines(file)) {
    const row = readRowLine(line)
    if (header !== null && row === null) {
      afterRows.push(line)
      continue
    }
    if (afterRows.length > 0) throw createDamagedFailure(file)
    header ??= checkHeader(line, file)
    if (row !== null) sums.add(row.table, [row.row])
    digest.update(`${line}\n`)
  }
  if (header === null) throw notABackup(file)
  const end = readEnd(afterRows)
  if (end === 'missing') throw new StartFailure(`${file} was cut short: its end is missing. Nothing was restored.`)
  if (end === 'damaged' || digest.update(end.digested).digest('hex') !== end.sha256) throw createDamagedFailure(file)
  for (const table of Object.keys(end.contents.tables)) sums.add(table, [])
  if (!isDeepStrictEqual(sums.result(), end.contents.tables)) throw createDamagedFailure(file)
  return { ...end.contents, file, schema: header.schema }
}

function checkHeader(line: string, file: string): Header {
  const header = readHeader(parseJson(line))
  if (header?.holds !== 'everything') throw notABackup(file)
  if (isKnown(header)) return header
  const { version, schema } = header
  throw new StartFailure(
    `${file} was made by a newer version of Delphin, or before version 0.1.0, ` +
      `whose exports are imported (${version}, ${schema})`,
  )
}

async function* textLines(file: string): AsyncGenerator<string> {
  try {
    for await (const line of readLines(openInput(file, process.stdin).chunks)) {
      if ('problem' in line) throw createDamagedFailure(file)
      yield line.text
    }
  } catch (error) {
    throw isDamagedGzip(error) ? createDamagedFailure(file) : error
  }
}

function createDamagedFailure(file: string): StartFailure {
  return new StartFailure(`${file} is damaged: it is not what was written. Nothing was restored.`)
}

function notABackup(file: string): StartFailure {
  return new StartFailure(`${file} is no backup of Delphin (an export is read by npm run import)`)
}
