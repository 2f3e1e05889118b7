import { closeSync, fdatasyncSync, openSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { isMainThread, parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'
import { WAL_SETTINGS } from './bounded-wal.ts'
import { closeToOthers } from './private-files.ts'
import { answerSnapshotRequests } from './store-directory.ts'

// PGlite works in the thread that calls it. In a worker a slow statement does not hold up the event loop of the site.
type WorkerInput = { directory: string; socketPath?: string; connections: number; snapshots: string }

const WAL_SYNC_MS = 1000
const SNAPSHOTS_MS = 250

/**
 * PGlite never returns memory that it has used, and it fills the buffers with zeros when it starts. The kernel keeps the
 * files in its own cache, so that few buffers cost little.
 */
const MEMORY_SETTINGS = [
  'shared_buffers=16MB',
  'max_connections=10',
  'max_locks_per_transaction=512',
  'maintenance_work_mem=16MB',
]

let syncedAt = 0
let syncFails = false

// Who imports the file to compile it starts nothing.
if (!isMainThread) await startStore(workerData as WorkerInput)

/** Opens the store behind the socket. Without a socket it only makes the files of an empty store. */
async function startStore({ directory, socketPath, connections, snapshots }: WorkerInput): Promise<void> {
  const settings = [...WAL_SETTINGS, ...MEMORY_SETTINGS].flatMap((setting) => ['-c', setting])
  const startParams = [...PGlite.defaultStartParams, ...settings]
  const db = await PGlite.create(directory, { extensions: { pg_trgm }, startParams })
  // It gives some of its files rights of its own choice when it makes them at its start.
  closeToOthers(directory)
  if (socketPath === undefined) return db.close()
  await db.exec(`set synchronous_commit = on; set jit = off`)
  const server = new PGLiteSocketServer({ db, path: socketPath, maxConnections: connections })
  await server.start()
  const syncing = setInterval(() => syncOrReport(directory), WAL_SYNC_MS)
  // No statement runs while this thread copies, so a copy equals what a kill at that moment would leave.
  const copying = setInterval(() => answerSnapshotRequests(snapshots, directory), SNAPSHOTS_MS)
  parentPort?.on('message', async (message) => {
    if (message !== 'stop') return
    clearInterval(syncing)
    clearInterval(copying)
    await server.stop()
    await db.close()
    parentPort?.postMessage('stopped')
    parentPort?.close()
  })
  parentPort?.postMessage('ready')
}

/** A file that cannot be opened, since too many are open, is synced a second later. The first failure is reported. */
function syncOrReport(directory: string) {
  const from = syncedAt
  try {
    syncWal(join(directory, 'pg_wal'))
    syncFails = false
  } catch (error) {
    syncedAt = from
    if (!syncFails) parentPort?.postMessage(error)
    syncFails = true
  }
}

/**
 * PGlite never syncs to disk: its data survive the death of the process, but not of the machine. Syncing the write-ahead
 * log once a second bounds what a power cut can take.
 */
function syncWal(wal: string) {
  const from = syncedAt
  syncedAt = Date.now()
  for (const file of readdirSync(wal)) {
    const path = join(wal, file)
    if (file.length !== 24 || statSync(path).mtimeMs < from - WAL_SYNC_MS) continue
    const descriptor = openSync(path, 'r+')
    try {
      fdatasyncSync(descriptor)
    } finally {
      closeSync(descriptor)
    }
  }
}
