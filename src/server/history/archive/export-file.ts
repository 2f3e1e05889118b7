import { createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/database/database.ts'
import { readMigrations } from '#server/database/migrate.ts'
import type { Clock } from '#server/kernel/clock.ts'
import { StartFailure } from '#server/kernel/errors.ts'
import {
  EXPORT_FORMAT,
  EXPORT_VERSION,
  EXPORTED_SETTING,
  EXPORTED_TABLES,
  type ExportedTable,
} from './export-format.ts'

export type ExportOptions = {
  db: Database
  clock: Clock
  file: string
  gzip: boolean
  say(line: string): void
  signal?: AbortSignal
}

const PROGRESS_MS = 2_000

/**
 * Writes the stored history to a file that is there whole or not at all; returns the number of rows. Throws StartFailure
 * when the file cannot be written.
 */
export async function exportFile({ db, clock, file, gzip, say, signal }: ExportOptions): Promise<number> {
  const progress = createRowProgress(clock, say)
  await writeWholeFile(exportLines(db, clock.now(), progress.onRows), { file, gzip, signal })
  return progress.total()
}

/** Says how far it is, at most every two seconds. */
export function createRowProgress(clock: Clock, say: (line: string) => void) {
  let total = 0
  let saidAt = clock.monotonic()
  return {
    total: () => total,
    onRows(table: string, rows: number): void {
      total = rows
      if (clock.monotonic() - saidAt < PROGRESS_MS) return
      saidAt = clock.monotonic()
      say(`${rows.toLocaleString('en-US')} rows, now ${table}`)
    },
  }
}

/** Told the table and the rows written so far. */
export type OnRows = (table: string, rows: number) => void

/**
 * All lines of an export, some hundred rows a piece, as the store is at one moment: whatever is stored meanwhile is
 * not in it. Reading only as fast as the lines are taken.
 */
async function* exportLines(db: Database, now: Date, onRows: OnRows): AsyncGenerator<string> {
  const transaction = await beginSnapshot(db)
  try {
    const schema = readMigrations().at(-1)?.name
    yield `${JSON.stringify({ format: EXPORT_FORMAT, version: EXPORT_VERSION, schema, exported_at: now.toISOString() })}\n`
    let total = 0
    for (const table of Object.keys(EXPORTED_TABLES) as ExportedTable[]) {
      for await (const rows of rowsAsText(transaction, table, whichRows(table))) {
        total += rows.length
        onRows(table, total)
        yield rowLines(table, rows)
      }
    }
    yield `${JSON.stringify({ format: EXPORT_FORMAT, end: { rows: total } })}\n`
  } finally {
    await transaction.rollback().execute()
  }
}

/** Rows of a table as lines of a file. */
export function rowLines(table: string, rows: string[]): string {
  return rows.map((row) => `{"table":"${table}","row":${row}}\n`).join('')
}

function whichRows(table: ExportedTable) {
  const key = sql.join(EXPORTED_TABLES[table].key.map((column) => sql.ref(column)))
  const only = table === 'settings' ? sql`where key = ${sql.lit(EXPORTED_SETTING)}` : sql``
  return sql`${only} order by ${key}`
}

const ROWS_AT_ONCE = 1_000

/** Begins a transaction that sees the store as it is at one moment, whatever is stored meanwhile. */
export async function beginSnapshot(db: Database) {
  const reading = await db.startTransaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute()
  await writeRowsAlike(reading)
  // Whoever takes the rows may be slow.
  await sql`set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0`.execute(reading)
  return reading
}

/** Rows as text are the same on every store, whatever its settings: for the rest of a transaction. */
export async function writeRowsAlike(transaction: Database): Promise<void> {
  await sql`
    set local timezone to 'UTC'; set local extra_float_digits = 1; set local bytea_output = hex`.execute(transaction)
}

/**
 * The rows of a table as JSON text with their columns by name, some hundred at a time and only as fast as they are
 * taken. `clauses` stands after `from table r`. Within a transaction.
 */
export async function* rowsAsText(db: Database, table: string, clauses: RawBuilder<unknown>): AsyncGenerator<string[]> {
  await sql`
    declare moved no scroll cursor for
    select row_to_json(r)::text as row from ${sql.table(table)} r ${clauses}`.execute(db)
  const next = sql<{ row: string }>`fetch ${sql.lit(ROWS_AT_ONCE)} from moved`
  for (let page = await next.execute(db); page.rows.length > 0; page = await next.execute(db)) {
    yield page.rows.map(({ row }) => row)
  }
  await sql`close moved`.execute(db)
}

export type WriteOptions = {
  file: string
  gzip: boolean
  /** Who may read it, as of chmod. */
  mode?: number
  signal?: AbortSignal | undefined
}

/**
 * Writes a file that is there whole or not at all, also after a power cut. Throws StartFailure when it cannot be
 * written.
 */
export async function writeWholeFile(pieces: AsyncIterable<string>, options: WriteOptions): Promise<void> {
  const { file, gzip, mode = 0o666, signal } = options
  const part = `${file}.part`
  try {
    const target = createWriteStream(part, { mode, flush: true })
    const lines = Readable.from(pieces, { objectMode: false })
    await pipeline(lines, gzip ? createGzip({ level: 4 }) : new PassThrough(), target, signal ? { signal } : {})
    await rename(part, file)
    await syncDirectory(dirname(file))
  } catch (error) {
    await rm(part, { force: true }).catch(() => undefined)
    throw writeFailure(file, error)
  }
}

async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r')
  await directory.sync().finally(() => directory.close())
}

const REASONS: Record<string, string> = {
  ENOENT: 'there is no such folder',
  EACCES: 'it is not permitted',
  EROFS: 'the disk is read-only',
  EISDIR: 'it is a folder',
  ENOSPC: 'the disk is full',
}

function writeFailure(file: string, error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const reason = REASONS[code]
  return reason === undefined ? error : new StartFailure(`${file} cannot be written: ${reason}`, { cause: error })
}
