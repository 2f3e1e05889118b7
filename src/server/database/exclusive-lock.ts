import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartFailure } from '../start-failure.ts'

export type ExclusiveLock = { release(): void }

/** Another process has the embedded store open. */
export class StoreInUse extends StartFailure {}

/**
 * Takes the embedded store for this process alone, or throws StoreInUse at once, naming the owner. Two processes on one
 * directory corrupt it without a word, so the lock is one that the kernel holds: SQLite's file lock, which ends with
 * the process however it dies. It lies beside the directory, never in it.
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
