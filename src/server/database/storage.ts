import type { Clock } from '#server/kernel/clock.ts'
import { storeFault } from './store-errors.ts'

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
