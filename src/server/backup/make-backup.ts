import type { Clock } from '#shared/clock.ts'
import type { Database } from '../database/connection.ts'
import { sayRows } from '../transfer/export-file.ts'
import { writeFile } from '../transfer/write-file.ts'
import { backupLines } from './backup-lines.ts'

export type BackupOptions = { db: Database; clock: Clock; file: string; say(line: string): void; signal?: AbortSignal }

/** Only its owner reads a backup: it holds password hashes and sealed keys. */
const OWNER_ONLY = 0o600

/**
 * Writes every table to a file that is there whole or not at all, packed when its name ends in .gz.
 * Returns the number of rows. Throws StartFailure when the file cannot be written.
 */
export async function makeBackup({ db, clock, file, say, signal }: BackupOptions): Promise<number> {
  const progress = sayRows(clock, say)
  const lines = backupLines(db, clock.now(), progress.onRows)
  await writeFile(lines, { file, gzip: file.endsWith('.gz'), mode: OWNER_ONLY, signal })
  return progress.total()
}
