import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Clock } from '#shared/clock.ts'
import type { Database } from '../database/connection.ts'
import { StartFailure } from '../start-failure.ts'
import { exportLines } from './export-lines.ts'
import type { MovedTable } from './moved-tables.ts'

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
  const part = `${file}.part`
  let total = 0
  let saidAt = clock.monotonic()
  const onRows = (table: MovedTable, rows: number) => {
    total = rows
    if (clock.monotonic() - saidAt < PROGRESS_MS) return
    saidAt = clock.monotonic()
    say(`${rows.toLocaleString('en-US')} rows, now ${table}`)
  }
  try {
    const lines = Readable.from(exportLines(db, clock.now(), onRows), { objectMode: false })
    await pipeline(lines, gzip ? createGzip() : new PassThrough(), createWriteStream(part), signal ? { signal } : {})
    await rename(part, file)
    return total
  } catch (error) {
    await rm(part, { force: true }).catch(() => undefined)
    throw writeFailure(file, error)
  }
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
