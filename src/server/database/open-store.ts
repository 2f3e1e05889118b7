import {
  accessSync,
  constants,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Worker } from 'node:worker_threads'
import { errorCode, StartFailure } from '#server/kernel/errors.ts'
import { boundWal } from './bounded-wal.ts'
import { connect } from './connection.ts'
import type { Database } from './database.ts'
import { migrate } from './migrate.ts'
import { closeToOthers, makeFilesPrivate } from './private-files.ts'
import { storeFault } from './storage.ts'
import { type ExclusiveLock, snapshotsOf, takeExclusiveLock } from './store-directory.ts'

export type Store = { db: Database; applied: string[]; close(): Promise<void> }

export type StoreOptions = {
  databaseUrl: string | null
  dataDirectory: string
  connections: number
  onError(error: Error): void
  /** Told how many files of the embedded store were open to other users of the machine until now. */
  onTightened?(paths: number): void
  /** The newest migration to apply, for data of an older version; all of them when left out. */
  schema?: string
}

/** Opens the store, PostgreSQL where a URL is given and the embedded one otherwise, and brings its schema up to date. */
export async function openStore(options: StoreOptions): Promise<Store> {
  makeFilesPrivate()
  const embedded = options.databaseUrl === null ? await openEmbeddedStore(options) : null
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
    throw embedded === null ? error : startFault(error, options.dataDirectory)
  }
}

type EmbeddedStore = { url: string; directory: string; close(): Promise<void> }

/** One is used; the other is for the moment in which the pool replaces it when it broke. */
const CONNECTIONS = 2

/**
 * Opens the embedded PostgreSQL (PGlite) in a worker thread, behind a unix socket that an ordinary pool connects to.
 * Throws StoreInUse when another process has it open, and StartFailure when the directory cannot be written.
 */
async function openEmbeddedStore({ dataDirectory, onTightened, onError }: StoreOptions): Promise<EmbeddedStore> {
  const directory = join(resolve(dataDirectory), 'store')
  try {
    const tightened = makeWritable(dataDirectory)
    const lock = takeExclusiveLock(directory)
    if (tightened > 0) onTightened?.(tightened)
    try {
      const { worker, store } = await startWorker(directory, dataDirectory, lock)
      // What the worker could not do this time, and tries again.
      worker.on('message', (sent) => {
        if (sent instanceof Error) onError(sent)
      })
      return store
    } catch (error) {
      lock.release()
      throw error
    }
  } catch (error) {
    throw startFault(error, dataDirectory)
  }
}

type StartedWorker = { worker: Worker; store: EmbeddedStore }

const WORKER = new URL('./embedded-worker.ts', import.meta.url)

/**
 * Makes the files of an empty store where there are none. A worker of its own does it, because what that takes of memory
 * is returned when the worker ends. They get their name when they are complete. Throws StartFailure where other files lie.
 */
async function layStore(directory: string): Promise<void> {
  if (existsSync(join(directory, 'PG_VERSION'))) return
  if (existsSync(directory) && readdirSync(directory).length > 0) {
    throw new StartFailure(
      `${directory} holds files that are no store of Delphin (DATA_DIR). Move them, or name another folder.`,
    )
  }
  const unfinished = `${directory}.new`
  rmSync(unfinished, { recursive: true, force: true })
  await ended(new Worker(WORKER, { workerData: { directory: unfinished } }))
  renameSync(unfinished, directory)
}

async function startWorker(directory: string, dataDirectory: string, lock: ExclusiveLock): Promise<StartedWorker> {
  await layStore(directory)
  const socketDirectory = makeSocketDirectory(directory)
  const worker = new Worker(WORKER, {
    workerData: {
      directory,
      socketPath: join(socketDirectory, '.s.PGSQL.5432'),
      connections: CONNECTIONS,
      snapshots: snapshotsOf(dataDirectory),
    },
  })
  try {
    await message(worker, 'ready')
  } catch (error) {
    rmSync(socketDirectory, { recursive: true, force: true })
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
  return { worker, store: { url: `socket:${socketDirectory}`, directory, close } }
}

/**
 * Makes the folder of the socket. It is not below the data directory, since the path of a socket may have 107 characters
 * at most. The store remembers it: what a killed process left behind is removed, since the process that has the lock is
 * the only one.
 */
function makeSocketDirectory(directory: string): string {
  const note = `${directory}.socket`
  const prefix = join(tmpdir(), 'delphin-')
  const before = existsSync(note) ? readFileSync(note, 'utf8').trim() : ''
  if (before.startsWith(prefix) && !before.includes('..')) rmSync(before, { recursive: true, force: true })
  const made = mkdtempSync(prefix)
  writeFileSync(note, `${made}\n`)
  return made
}

/** Answers how many files were open to others. */
function makeWritable(directory: string): number {
  try {
    const tightened = closeToOthers(directory)
    accessSync(directory, constants.W_OK)
    return tightened
  } catch (error) {
    throw new StartFailure(`The data directory ${directory} cannot be written (DATA_DIR)`, { cause: error })
  }
}

/** The embedded store makes files of 16 MB when it starts. */
const START_NEEDS_BYTES = 32 * 2 ** 20

/** SQLite's code of a disk without space. */
const SQLITE_FULL = 13

/** What a start that failed is called: one clear line when the disk is full, and else the error itself. */
export function startFault(error: unknown, dataDirectory: string, freeBytes = freeBytesOn): unknown {
  if (error instanceof StartFailure) return error
  const isFull =
    errorCode(error) === 'ENOSPC' ||
    storeFault(error) === 'full' ||
    (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_FULL)
  if (!isFull && freeBytes(dataDirectory) >= START_NEEDS_BYTES) return error
  return new StartFailure(
    `The disk of ${dataDirectory} is full (DATA_DIR): the store cannot be opened. Make some space and start again.`,
    { cause: error },
  )
}

function freeBytesOn(directory: string): number {
  try {
    const { bavail, bsize } = statfsSync(directory)
    return bavail * bsize
  } catch {
    return Number.POSITIVE_INFINITY
  }
}

/** Resolves when the worker has done its work and ended. Rejects when it fails. */
function ended(worker: Worker): Promise<void> {
  return new Promise((resolvePromise, reject) => {
    worker.on('error', reject).on('exit', (code) => {
      if (code === 0) resolvePromise()
      else reject(new Error(`The worker that makes the store ended with ${code}`))
    })
  })
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
