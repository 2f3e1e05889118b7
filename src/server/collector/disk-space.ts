import { statfs } from 'node:fs/promises'
import type { Context } from '#server/context.ts'
import { isStorageFull, noteStorageFault } from '#server/database/storage.ts'
import { type Job, runJobs } from './scheduler.ts'

type FreeMegabytes = (directory: string) => Promise<number>

const LOOK_EVERY_MS = 5_000
const MEGABYTE = 2 ** 20

/** Storing goes on when free space is above the limit by this factor, so that it does not stop and start all the time. */
const MARGIN = 1.1

/**
 * Looks at the free space on the disk of the embedded store, now and every few seconds. While there is too little,
 * nothing new is stored, since a full disk would break the store. A PostgreSQL is not watched: it reports a full disk
 * itself. Returns what ends the watch.
 */
export async function watchDisk(context: Context, freeMegabytes: FreeMegabytes = freeOn): Promise<() => Promise<void>> {
  if (context.config.DATABASE_URL !== undefined) return async () => {}
  const look = () => lookAtDisk(context, freeMegabytes)
  await look()
  const stopping = new AbortController()
  const watching = runJobs(context, [{ name: 'disk', everyMs: LOOK_EVERY_MS, run: look }], stopping.signal)
  return () => {
    stopping.abort()
    return watching
  }
}

async function lookAtDisk(context: Context, freeMegabytes: FreeMegabytes): Promise<void> {
  const { config, log, storage } = context
  const free = await freeMegabytes(config.DATA_DIR)
  const low = free < config.MIN_FREE_DISK_MB * (storage.low ? MARGIN : 1)
  if (low && !storage.low) log.error({ freeMegabytes: free }, 'disk nearly full: nothing new is stored')
  if (!low && storage.low) log.info({ freeMegabytes: free }, 'disk has space again')
  storage.low = low
}

async function freeOn(directory: string): Promise<number> {
  const { bavail, bsize } = await statfs(directory)
  return (bavail * bsize) / MEGABYTE
}

/** The same job, which is left out while nothing can be stored. */
export function whileWritable(context: Pick<Context, 'clock' | 'storage'>, job: Job): Job {
  const run = async (signal: AbortSignal) => {
    if (isStorageFull(context)) return
    await job.run(signal).catch((error: unknown) => {
      noteStorageFault(context, error)
      throw error
    })
  }
  return { ...job, run }
}
