import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/database/database.ts'
import type { Clock } from '#server/kernel/clock.ts'
import { errorCode, StartFailure } from '#server/kernel/errors.ts'
import {
  createRowProgress,
  createTableSums,
  endContents,
  endDigest,
  type Holds,
  headerLine,
  type OnRows,
  rowLines,
} from './archive-format.ts'
import { EXPORTED_SETTING, EXPORTED_TABLES, isExportedTable } from './exported-rows.ts'
import { beginSnapshot, rowsAsText, storedSchema, storedSequences, storedTables } from './table-rows.ts'

export type ArchiveOptions = { db: Database; clock: Clock; file: string; say(line: string): void; signal?: AbortSignal }

/**
 * Writes the stored history to a file that is there whole or not at all; returns the number of rows. Throws StartFailure
 * when the file cannot be written.
 */
export async function exportFile({ gzip, ...options }: ArchiveOptions & { gzip: boolean }): Promise<number> {
  return writeArchive('history', options, { gzip })
}

/** Only its owner reads an archive: a backup holds password hashes and sealed keys, an export who asked to be hidden. */
const OWNER_ONLY = 0o600

/**
 * Writes every table to a file that is there whole or not at all, packed when its name ends in .gz; returns the number
 * of rows. Throws StartFailure when the file cannot be written.
 */
export async function makeBackup(options: ArchiveOptions): Promise<number> {
  return writeArchive('everything', options, { gzip: options.file.endsWith('.gz') })
}

async function writeArchive(
  holds: Holds,
  { db, clock, file, say, signal }: ArchiveOptions,
  how: { gzip: boolean },
): Promise<number> {
  const progress = createRowProgress(clock, say)
  const lines = archiveLines(db, { holds, madeAt: clock.now(), onRows: progress.onRows })
  await writeWholeFile(lines, { file, ...how, signal })
  return progress.total()
}

type Archived = { holds: Holds; madeAt: Date; onRows: OnRows }

/** All lines of an archive, many rows in a piece. It reads only as fast as the pieces are taken. */
async function* archiveLines(db: Database, archived: Archived): AsyncGenerator<string> {
  const digest = createHash('sha256')
  for await (const piece of digestedText(db, archived)) {
    digest.update(piece)
    yield piece
  }
  yield endDigest(digest.digest('hex'))
}

/** The store as it is at one moment: what is stored meanwhile is not in it. */
async function* digestedText(db: Database, { holds, madeAt, onRows }: Archived): AsyncGenerator<string> {
  const reading = await beginSnapshot(db)
  try {
    yield headerLine(holds, await storedSchema(reading), madeAt)
    const sums = createTableSums()
    let total = 0
    const tables = holds === 'history' ? Object.keys(EXPORTED_TABLES) : await storedTables(reading)
    for (const table of tables) {
      sums.add(table, [])
      for await (const rows of rowsAsText(reading, table, holds === 'history' ? exportedRows(table) : sql``)) {
        sums.add(table, rows)
        total += rows.length
        onRows(table, total)
        yield rowLines(table, rows)
      }
    }
    // Import gives events new numbers where it must, so an export needs no sequences.
    const sequences = holds === 'history' ? [] : await storedSequences(reading)
    yield endContents({ tables: sums.result(), sequences })
  } finally {
    await reading.rollback().execute()
  }
}

/** In the order of the key, so that two exports of the same history are equal. */
function exportedRows(table: string): RawBuilder<unknown> {
  if (!isExportedTable(table)) return sql``
  const key = sql.join(EXPORTED_TABLES[table].key.map((column) => sql.ref(column)))
  const only = table === 'settings' ? sql`where key = ${sql.lit(EXPORTED_SETTING)}` : sql``
  return sql`${only} order by ${key}`
}

type FileOptions = { file: string; gzip: boolean; signal: AbortSignal | undefined }

/** Writes a file that is there whole or not at all, also after a power cut. */
async function writeWholeFile(pieces: AsyncIterable<string>, options: FileOptions): Promise<void> {
  const { file, gzip, signal } = options
  const part = `${file}.part`
  try {
    // One that a killed process left behind may have other rights.
    await rm(part, { force: true })
    const target = createWriteStream(part, { mode: OWNER_ONLY, flush: true })
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
  const reason = REASONS[errorCode(error)]
  return reason === undefined ? error : new StartFailure(`${file} cannot be written: ${reason}`, { cause: error })
}
