import { randomUUID } from 'node:crypto'
import {
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pass } from 'node:timers/promises'
import { StartFailure } from '#server/kernel/errors.ts'

export type ExclusiveLock = { release(): void }

/** Another process has the embedded store open. */
export class StoreInUse extends StartFailure {}

/**
 * Takes the embedded store for this process alone. Throws StoreInUse at once, naming the owner, when another process has
 * it. Two processes on one directory would damage it unnoticed, so the operating system holds the lock: it is SQLite's
 * lock of a file beside the directory, which ends with the process however that dies.
 */
export function takeExclusiveLock(directory: string): ExclusiveLock {
  mkdirSync(dirname(directory), { recursive: true })
  const ownerFile = `${directory}.owner`
  const lock = new DatabaseSync(`${directory}.lock`, { timeout: 0 })
  try {
    lock.exec('pragma locking_mode = exclusive; begin exclusive')
  } catch (error) {
    lock.close()
    if (!isBusy(error)) throw error
    throw new StoreInUse(`The store ${directory} is in use by ${owner(ownerFile)}. Stop that process first.`)
  }
  writeFileSync(ownerFile, `process ${process.pid}, started ${new Date().toISOString()}\n`)
  return { release: () => lock.close() }
}

/**
 * Throws StoreInUse when another process has the embedded store of a data directory: asked before everything is loaded
 * that a start needs, which takes seconds on a busy machine.
 */
export function refuseSecondProcess(dataDirectory: string): void {
  const directory = join(resolve(dataDirectory), 'store')
  if (existsSync(`${directory}.lock`)) takeExclusiveLock(directory).release()
}

function isBusy(error: unknown): boolean {
  const SQLITE_BUSY = 5
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY
}

function owner(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    return 'another process'
  }
}

// Another process asks the owner of the embedded store for a copy by a file in the data directory. That needs no port, no
// socket and no second connection, and works from another container as well.

export type Snapshot = {
  /** A data directory whose store can be opened like any other. */
  dataDirectory: string
  remove(): void
}

const CHECK_EVERY_MS = 50

/** Longer than it takes to copy some gigabytes. */
const LONGEST_COPY_MS = 120_000

/** Time without use after which a copy is removed. */
const ABANDONED_MS = 120_000

/** Where the copies of a data directory's store are made. */
export function snapshotsOf(dataDirectory: string): string {
  return join(dataDirectory, 'snapshots')
}

/** Asks the process that has the store of a data directory for a copy. Throws StartFailure when none is made. */
export async function requestSnapshot(dataDirectory: string, signal?: AbortSignal): Promise<Snapshot> {
  const directory = join(snapshotsOf(dataDirectory), randomUUID())
  const remove = () => rmSync(directory, { recursive: true, force: true })
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  try {
    writeFileSync(join(directory, 'wanted'), '')
    for (let waited = 0; existsSync(join(directory, 'wanted')); waited += CHECK_EVERY_MS) {
      if (waited >= LONGEST_COPY_MS) throw new StartFailure('The process that has the store open made no copy of it')
      await pass(CHECK_EVERY_MS, undefined, signal ? { signal } : {})
    }
    const failed = join(directory, 'failed')
    if (existsSync(failed)) throw new StartFailure(`The store could not be copied: ${readFileSync(failed, 'utf8')}`)
    return { dataDirectory: directory, remove }
  } catch (error) {
    remove()
    throw error
  }
}

/** Makes the copies that are asked for, and removes those that nobody uses any more. The owner calls it again and again. */
export function answerSnapshotRequests(snapshots: string, store: string): void {
  for (const name of namesIn(snapshots)) {
    const directory = join(snapshots, name)
    try {
      if (existsSync(join(directory, 'wanted'))) copyStore(store, directory)
      else if (isAbandoned(directory)) rmSync(directory, { recursive: true, force: true })
    } catch {
      // The other process gave up and removed its directory. The next call looks at what is left.
    }
  }
}

/** Whether no process uses the copy: one that is used is locked. */
function isAbandoned(directory: string): boolean {
  if (Date.now() - statSync(directory).mtimeMs < ABANDONED_MS) return false
  try {
    takeExclusiveLock(join(directory, 'store')).release()
    return true
  } catch (error) {
    if (error instanceof StoreInUse) return false
    throw error
  }
}

function copyStore(store: string, directory: string): void {
  const part = join(directory, 'part')
  try {
    cpSync(store, part, { recursive: true, mode: constants.COPYFILE_FICLONE })
    renameSync(part, join(directory, 'store'))
  } catch (error) {
    rmSync(part, { recursive: true, force: true })
    writeFileSync(join(directory, 'failed'), error instanceof Error ? error.message : String(error))
  }
  rmSync(join(directory, 'wanted'), { force: true })
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory)
  } catch {
    return []
  }
}
