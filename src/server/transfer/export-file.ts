import type { Clock } from '#shared/clock.ts'
import type { Database } from '../database/connection.ts'
import { exportLines } from './export-lines.ts'
import { writeFile } from './write-file.ts'

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
  const progress = sayRows(clock, say)
  await writeFile(exportLines(db, clock.now(), progress.onRows), { file, gzip, signal })
  return progress.total()
}

/** Says how far it is, at most every two seconds. */
export function sayRows(clock: Clock, say: (line: string) => void) {
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
