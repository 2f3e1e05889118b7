import type { Dirent } from 'node:fs'
import { open, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pass } from 'node:timers/promises'
import type pg from 'pg'

const MEGABYTE = 1024 * 1024
const SEGMENT_BYTES = 16 * MEGABYTE

/** Settings of the embedded store: what a checkpoint leaves of the write-ahead log, about 64 MB. */
export const WAL_SETTINGS = ['max_wal_size=32MB', 'min_wal_size=32MB', 'wal_keep_size=32MB']

/** A checkpoint is made at this size, so that the log stays below 128 MB while the checkpoint waits for its turn. */
const CHECKPOINT_AT_BYTES = 96 * MEGABYTE
const LOOK_EVERY_MS = 100

/** The size of the write-ahead log of the store in this directory. */
export async function walBytes(directory: string): Promise<number> {
  const segments = (await readdir(join(directory, 'pg_wal'))).filter((name) => /^[0-9A-F]{24}$/.test(name))
  return segments.length * SEGMENT_BYTES
}

/**
 * Bounds the write-ahead log of the embedded store. PGlite has no process that makes checkpoints, so that without this
 * the log grows as long as the store is open. Returns what ends it.
 */
export function boundWal(pool: pg.Pool, directory: string): () => Promise<void> {
  const stopping = new AbortController()
  const running = keepBounded(pool, directory, stopping.signal)
  return () => {
    stopping.abort()
    return running
  }
}

async function keepBounded(pool: pg.Pool, directory: string, signal: AbortSignal): Promise<void> {
  let syncing = Promise.resolve()
  let syncedUntil = 0
  while (!signal.aborted) {
    // While too many files are open, the directory cannot be read: the next look tries again.
    const bytes = await walBytes(directory).catch(() => 0)
    if (bytes >= CHECKPOINT_AT_BYTES && (await checkpoint(pool, syncing))) {
      const since = syncedUntil
      syncedUntil = Date.now()
      syncing = syncData(directory, since).catch(() => {
        // The files are synced after the next checkpoint instead.
        syncedUntil = since
      })
    }
    await pass(LOOK_EVERY_MS, undefined, { signal, ref: false }).catch(() => {})
  }
  await syncing
}

/**
 * Makes a checkpoint when the files of the one before are on the disk; writers wait here when the disk is slower.
 * False when there is no connection to be had, behind a long transaction: the next look tries again.
 */
async function checkpoint(pool: pg.Pool, syncing: Promise<void>): Promise<boolean> {
  const client = await pool.connect().catch(() => null)
  if (client === null) return false
  try {
    await syncing
    await client.query('checkpoint')
    return true
  } catch {
    return false
  } finally {
    client.release()
  }
}

/**
 * PGlite writes the data files and never syncs them. The log from before a checkpoint is kept until the next one, and by
 * then the files are on the disk: after a power cut one of the two is there.
 */
async function syncData(directory: string, since: number): Promise<void> {
  for (const file of await readdir(directory, { recursive: true, withFileTypes: true })) {
    if (file.isFile() && !file.parentPath.endsWith('pg_wal')) await syncIfChanged(file, since)
  }
}

/** A file that cannot be synced is one that was dropped meanwhile, or the disk is in trouble; PGlite itself never asks. */
async function syncIfChanged(file: Dirent, since: number): Promise<void> {
  const path = join(file.parentPath, file.name)
  try {
    if ((await stat(path)).mtimeMs < since) return
    const handle = await open(path, 'r+')
    await handle.datasync().finally(() => handle.close())
  } catch {}
}
