import { accessSync, constants, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Worker } from 'node:worker_threads'
import { StartFailure } from '#server/kernel/errors.ts'
import { boundWal } from './bounded-wal.ts'
import { connect } from './connection.ts'
import type { Database } from './database.ts'
import { migrate } from './migrate.ts'
import { snapshotsOf, takeExclusiveLock } from './store-directory.ts'

export type Store = { db: Database; applied: string[]; close(): Promise<void> }

export type StoreOptions = {
  databaseUrl: string | null
  dataDirectory: string
  connections: number
  onError(error: Error): void
  /** The newest migration to apply, for data of an older version; all of them when left out. */
  schema?: string
}

/** Opens the store, PostgreSQL where a URL is given and the embedded one otherwise, and brings its schema up to date. */
export async function openStore(options: StoreOptions): Promise<Store> {
  const embedded = options.databaseUrl === null ? await openEmbeddedStore(options.dataDirectory) : null
  const url = options.databaseUrl ?? embedded?.url ?? ''
  // PGlite is one session behind its socket, in which statements of two connections would mix. A second connection
  // would gain nothing, since PGlite runs one statement at a time.
  const connections = embedded === null ? options.connections : 1
  const connection = connect({ url, connections, onError: options.onError })
  const stopBounding = embedded === null ? null : boundWal(connection.pool, embedded.directory)
  const close = async () => {
    await stopBounding?.()
    await connection.close()
    await embedded?.close()
  }
  try {
    return { db: connection.db, applied: await migrate(connection.pool, { upTo: options.schema }), close }
  } catch (error) {
    await close()
    throw error
  }
}

type EmbeddedStore = { url: string; directory: string; close(): Promise<void> }

/** One is used; the other is for the moment in which the pool replaces it when it broke. */
const CONNECTIONS = 2

/**
 * Opens the embedded PostgreSQL (PGlite) in a worker thread, behind a unix socket that an ordinary pool connects to.
 * Throws StoreInUse when another process has it open, and StartFailure when the directory cannot be written.
 */
async function openEmbeddedStore(dataDirectory: string): Promise<EmbeddedStore> {
  const directory = join(resolve(dataDirectory), 'store')
  makeWritable(dataDirectory)
  const lock = takeExclusiveLock(directory)
  // Not below the data directory, since the path of a socket may have 107 characters at most.
  const socketDirectory = mkdtempSync(join(tmpdir(), 'delphin-'))
  const socketPath = join(socketDirectory, '.s.PGSQL.5432')
  const worker = new Worker(new URL('./embedded-worker.ts', import.meta.url), {
    workerData: { directory, socketPath, connections: CONNECTIONS, snapshots: snapshotsOf(dataDirectory) },
  })
  try {
    await message(worker, 'ready')
  } catch (error) {
    rmSync(socketDirectory, { recursive: true, force: true })
    lock.release()
    throw error
  }
  // Nothing works without the store: the process ends, and its supervisor starts it anew.
  const onExit = (code: number) => {
    throw new Error(`The embedded store ended by itself (${code})`)
  }
  worker.once('exit', onExit)
  const close = async () => {
    worker.off('exit', onExit)
    const stopped = message(worker, 'stopped')
    worker.postMessage('stop')
    await stopped
    rmSync(socketDirectory, { recursive: true, force: true })
    lock.release()
  }
  return { url: `socket:${socketDirectory}`, directory, close }
}

function makeWritable(directory: string) {
  try {
    mkdirSync(directory, { recursive: true })
    accessSync(directory, constants.W_OK)
  } catch (error) {
    throw new StartFailure(`The data directory ${directory} cannot be written (DATA_DIR)`, { cause: error })
  }
}

/** Resolves when the worker sends `expected`. Rejects when it fails or ends before. */
function message(worker: Worker, expected: string): Promise<void> {
  return new Promise((resolvePromise, reject) => {
    const onMessage = (sent: unknown) => {
      if (sent === expected) settle(resolvePromise)
    }
    const onError = (error: unknown) => settle(() => reject(error))
    const onExit = (code: number) => settle(() => reject(new Error(`The embedded store ended (${code})`)))
    const settle = (done: () => void) => {
      worker.off('message', onMessage).off('error', onError).off('exit', onExit)
      done()
    }
    worker.on('message', onMessage).on('error', onError).on('exit', onExit)
  })
}
