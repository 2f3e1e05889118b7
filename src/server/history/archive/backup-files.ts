import { readdirSync, rmSync, statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { openStore, type Store, type StoreOptions } from '#server/database/open-store.ts'
import { requestSnapshot, StoreInUse } from '#server/database/store-directory.ts'
import { StartFailure } from '#server/kernel/errors.ts'

const NAME = /^delphin-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.ndjson\.gz(\.part)?$/

/** The directory of backups that were given no other place. */
export function backupsOf(dataDirectory: string): string {
  return join(dataDirectory, 'backups')
}

/** The name of a backup that begins at this moment. Names sort by time. */
export function backupName(at: Date): string {
  return `delphin-${at.toISOString().replace(/\.\d+/, '').replaceAll(/[-:]/g, '')}.ndjson.gz`
}

/** When the newest whole backup in a directory began; null when there is none. */
export function newestBackup(directory: string): Date | null {
  const name = namesIn(directory).findLast((found) => !found.endsWith('.part'))
  const [, year, month, day, hour, minute, second] = NAME.exec(name ?? '') ?? []
  return name === undefined ? null : new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
}

/** Removes all but the newest `keep` whole backups, and what is left of older ones that were never finished. */
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

const MEGABYTE = 2 ** 20

/** Up to which migration the store is opened: a backup takes it as it is. */
const NO_MIGRATION = ''

/**
 * Opens the store for a backup. One process at a time has the embedded store: where another one has it, that process is
 * asked for a copy, and works on. Throws StartFailure when the copy would leave less than `keepFreeMegabytes` free.
 */
export async function openForBackup(
  options: StoreOptions,
  keepFreeMegabytes: number,
  signal: AbortSignal,
): Promise<Store> {
  const unchanged = { ...options, schema: NO_MIGRATION }
  try {
    return await openStore(unchanged)
  } catch (error) {
    if (!(error instanceof StoreInUse)) throw error
  }
  await checkSpace(options.dataDirectory, keepFreeMegabytes)
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
