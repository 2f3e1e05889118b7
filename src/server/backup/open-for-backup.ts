import { readdirSync, statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { StoreInUse } from '../database/exclusive-lock.ts'
import { openStore, type Store, type StoreOptions } from '../database/open-store.ts'
import { requestSnapshot } from '../database/snapshot.ts'
import { StartFailure } from '../start-failure.ts'

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
