import { createHash } from 'node:crypto'
import { readdirSync, rmSync, statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/database.ts'
import { openStore, type Store, type StoreOptions } from '#server/database/open-store.ts'
import { requestSnapshot, StoreInUse } from '#server/database/store-directory.ts'
import type { Clock } from '#server/kernel/clock.ts'
import { StartFailure } from '#server/kernel/errors.ts'
import {
  BACKUP_FORMAT,
  BACKUP_VERSION,
  createTableSums,
  storedSchema,
  storedSequences,
  storedTables,
} from './backup-format.ts'
import { beginSnapshot, createRowProgress, type OnRows, rowLines, rowsAsText, writeWholeFile } from './export-file.ts'

export type BackupOptions = { db: Database; clock: Clock; file: string; say(line: string): void; signal?: AbortSignal }

/** Only its owner reads a backup: it holds password hashes and sealed keys. */
const OWNER_ONLY = 0o600

/**
 * Writes every table to a file that is there whole or not at all, packed when its name ends in .gz.
 * Returns the number of rows. Throws StartFailure when the file cannot be written.
 */
export async function makeBackup({ db, clock, file, say, signal }: BackupOptions): Promise<number> {
  const progress = createRowProgress(clock, say)
  const lines = backupLines(db, clock.now(), progress.onRows)
  await writeWholeFile(lines, { file, gzip: file.endsWith('.gz'), mode: OWNER_ONLY, signal })
  return progress.total()
}

/** All lines of a backup, some hundred rows a piece: every table as it is at one moment. */
async function* backupLines(db: Database, now: Date, onRows: OnRows): AsyncGenerator<string> {
  const digest = createHash('sha256')
  for await (const piece of contentLines(db, now, onRows)) {
    digest.update(piece)
    yield piece
  }
  yield `${JSON.stringify({ format: BACKUP_FORMAT, sha256: digest.digest('hex') })}\n`
}

async function* contentLines(db: Database, now: Date, onRows: OnRows): AsyncGenerator<string> {
  const reading = await beginSnapshot(db)
  try {
    const schema = await storedSchema(reading)
    yield `${JSON.stringify({ format: BACKUP_FORMAT, version: BACKUP_VERSION, schema, made_at: now.toISOString() })}\n`
    const sums = createTableSums()
    let total = 0
    for (const table of await storedTables(reading)) {
      sums.add(table, [])
      for await (const rows of rowsAsText(reading, table, sql``)) {
        sums.add(table, rows)
        total += rows.length
        onRows(table, total)
        yield rowLines(table, rows)
      }
    }
    yield `${JSON.stringify({ format: BACKUP_FORMAT, tables: sums.result(), sequences: await storedSequences(reading) })}\n`
  } finally {
    await reading.rollback().execute()
  }
}

const MEGABYTE = 2 ** 20

/** A backup takes the store as it is, and leaves the schema to the version that runs. */
const NO_MIGRATION = ''

/**
 * Opens the store for a backup: PostgreSQL as everybody does; the embedded store itself where nobody has it, and a copy
 * that its owner makes while it goes on working where somebody has. Throws StartFailure when there is no space for that.
 */
export async function openForBackup(config: Config, options: StoreOptions, signal: AbortSignal): Promise<Store> {
  const unchanged = { ...options, schema: NO_MIGRATION }
  try {
    return await openStore(unchanged)
  } catch (error) {
    if (!(error instanceof StoreInUse)) throw error
  }
  await checkSpace(options.dataDirectory, config.MIN_FREE_DISK_MB)
  const snapshot = await requestSnapshot(options.dataDirectory, signal)
  try {
    const copy = await openStore({ ...unchanged, dataDirectory: snapshot.dataDirectory })
    return { ...copy, close: () => copy.close().finally(snapshot.remove) }
  } catch (error) {
    snapshot.remove()
    throw error
  }
}

async function checkSpace(dataDirectory: string, keepFreeMegabytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(dataDirectory)
  const free = (bavail * bsize) / MEGABYTE - keepFreeMegabytes
  const needed = sizeOf(join(dataDirectory, 'store')) / MEGABYTE
  if (needed < free) return
  const sizes = `${Math.ceil(needed)} MB, and ${Math.max(0, Math.floor(free))} MB can be spared`
  throw new StartFailure(`There is no space for a copy of the store: it needs ${sizes} (MIN_FREE_DISK_MB)`)
}

function sizeOf(directory: string): number {
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return entries.reduce((sum, entry) => sum + (sizeOfFile(join(entry.parentPath, entry.name)) ?? 0), 0)
}

/** Its owner may have removed it meanwhile. */
function sizeOfFile(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.size
}

const NAME = /^delphin-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.ndjson\.gz(\.part)?$/

/** Where backups lie that were given no other place. */
export function backupsOf(dataDirectory: string): string {
  return join(dataDirectory, 'backups')
}

/** The name of a backup that is begun at this moment; names sort by time. */
export function backupName(at: Date): string {
  return `delphin-${at.toISOString().replace(/\.\d+/, '').replaceAll(/[-:]/g, '')}.ndjson.gz`
}

/** When the newest whole backup in a directory was begun; null when there is none. */
export function newestBackup(directory: string): Date | null {
  const name = namesIn(directory).findLast((found) => !found.endsWith('.part'))
  const [, year, month, day, hour, minute, second] = NAME.exec(name ?? '') ?? []
  return name === undefined ? null : new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
}

/** Removes all but the newest whole ones, and what is left of those that were begun and never finished. */
export function removeOldBackups(directory: string, keep: number): void {
  const names = namesIn(directory)
  const whole = names.filter((name) => !name.endsWith('.part'))
  const newest = whole.at(-1) ?? ''
  const old = whole.slice(0, -keep)
  const unfinished = names.filter((name) => name.endsWith('.part') && name < newest)
  for (const name of [...old, ...unfinished]) rmSync(join(directory, name), { force: true })
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory)
      .filter((name) => NAME.test(name))
      .sort()
  } catch {
    return []
  }
}
