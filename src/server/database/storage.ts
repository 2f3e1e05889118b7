import type { Clock } from '#server/kernel/clock.ts'
import { errorCode } from '#server/kernel/errors.ts'

/** `unavailable`: the store does not answer, or not in time. `full`: it answers, but stores nothing more. */
export type StoreFault = 'unavailable' | 'full'

/** SQLSTATEs: no space left on the disk; the server or the session may only read. */
const FULL = new Set(['53100', '25006'])

/** SQLSTATEs: too many connections, a statement or a lock that took too long; 57P is a shutdown, 08 a broken connection. */
const UNAVAILABLE = /^(?:08|57P)|^(?:53300|57014|55P03)$/

const UNREACHABLE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])

/** What Citus says, without a code of its own, of a worker that died. */
const WORKER_GONE = /^failure on connection marked as essential/

/** What the driver says, without a code, of a connection that broke or could not be opened. */
const BROKEN =
  /^Connection terminated|^timeout exceeded when trying to connect$|^timeout expired$|connection error and is not queryable$|^Client was closed and is not queryable$/

/** The store's trouble, by the error of a statement; null when the error has another cause. */
export function storeFault(error: unknown): StoreFault | null {
  if (!(error instanceof Error)) return null
  const code = errorCode(error)
  if (FULL.has(code)) return 'full'
  const isGone = [BROKEN, WORKER_GONE].some((words) => words.test(error.message))
  return isGone || UNAVAILABLE.test(code) || UNREACHABLE.has(code) ? 'unavailable' : null
}

/** SQLSTATE classes of faulty data: 22, a value that no column holds; 23, a value that breaks a rule of the table. */
const DATA_FAULT = /^2[23]/

/** Why the store refused the data, in words; null when the error has another cause. */
export function dataFault(error: unknown): string | null {
  return error instanceof Error && DATA_FAULT.test(errorCode(error)) ? `the store refuses it: ${error.message}` : null
}

/** Whether the store takes new rows. */
export type Storage = {
  /** The disk of the embedded store has less free space than MIN_FREE_DISK_MB. */
  low: boolean
  /** The store itself refused to write. It is not tried again before this moment of the monotonic clock. */
  refusedUntil: number
}

type WithStorage = { clock: Clock; storage: Storage }

const REFUSED_MS = 15_000

export function createStorage(): Storage {
  return { low: false, refusedUntil: Number.NEGATIVE_INFINITY }
}

/** True while nothing new is to be stored. Stored rows can be read. */
export function isStorageFull({ clock, storage }: WithStorage): boolean {
  return storage.low || clock.monotonic() < storage.refusedUntil
}

/** Notes an error that says that the store is full. Writing is tried again a moment later. */
export function noteStorageFault({ clock, storage }: WithStorage, error: unknown): void {
  if (storeFault(error) === 'full') storage.refusedUntil = clock.monotonic() + REFUSED_MS
}
