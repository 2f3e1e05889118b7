import type { Context } from '#server/context.ts'
import { storeFault } from './store-errors.ts'

/** Whether the store takes what is new. */
export type Storage = {
  /** The disk of the embedded store has less free space than MIN_FREE_DISK_MB. */
  low: boolean
  /** The store itself refused to write, and is not asked again before this moment of the monotonic clock. */
  refusedUntil: number
}

const REFUSED_MS = 15_000

const kept = new WeakMap<object, Storage>()

/** The storage of a context: made when first asked for, gone with it. */
export function storageOf(context: object): Storage {
  const storage = kept.get(context) ?? { low: false, refusedUntil: Number.NEGATIVE_INFINITY }
  kept.set(context, storage)
  return storage
}

/** True while nothing new is to be stored. What is stored can be read. */
export function isStorageFull(context: Pick<Context, 'clock'>): boolean {
  const { low, refusedUntil } = storageOf(context)
  return low || context.clock.monotonic() < refusedUntil
}

/** Notes when an error says that the store takes nothing more; it is tried again a moment later. */
export function noteStorageFault(context: Pick<Context, 'clock'>, error: unknown): void {
  if (storeFault(error) === 'full') storageOf(context).refusedUntil = context.clock.monotonic() + REFUSED_MS
}
