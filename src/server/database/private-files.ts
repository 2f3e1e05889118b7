import { chmodSync, lstatSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { isMainThread } from 'node:worker_threads'

/** The rights of everybody but the owner. */
const OTHERS = 0o077

/** From now on files and folders that this process makes belong to its user alone. */
export function makeFilesPrivate(): void {
  // A thread cannot change it and has the one of its process.
  if (isMainThread) process.umask(OTHERS)
}

/**
 * Makes a data directory that only its owner may enter, or takes the rights of others from one that is there and from all
 * in it: a store of an earlier version could be read and overwritten by every user of the machine. Returns how many files
 * and folders were open to others.
 */
export function closeToOthers(directory: string): number {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  // The folder first: nobody enters it while the rest is being closed.
  const within = () =>
    readdirSync(directory, { recursive: true, encoding: 'utf8' }).map((name) => join(directory, name))
  return [closePath(directory), ...within().map(closePath)].filter(Boolean).length
}

/** True when others had rights. What belongs to another user, or has just been removed, stays as it is. */
function closePath(path: string): boolean {
  try {
    const found = lstatSync(path)
    if (found.isSymbolicLink() || (found.mode & OTHERS) === 0) return false
    chmodSync(path, found.mode & 0o700)
    return true
  } catch {
    return false
  }
}
