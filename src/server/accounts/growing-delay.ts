import { LRUCache } from 'lru-cache'
import type { Clock } from '#shared/clock.ts'

const KEYS_MAX = 20_000
const LONGEST_DELAY_S = 60
const FORGOTTEN_AFTER_MS = 15 * 60_000

type Tries = { count: number; last: number; notBefore: number }

export type GrowingDelay = {
  /** Seconds until the key may try again; 0 when it may now. */
  wait(key: string): number
  /** Counts a try before its outcome is known: tries at the same moment must not all pass as the first. */
  count(key: string): void
  /** The key has proved itself: its tries are forgotten. */
  forget(key: string): void
}

/**
 * Lets a key try `free` times, then asks it to wait 1, 2, 4 ... 60 seconds between tries. It never shuts a key out for
 * longer, and forgets it after 15 minutes without a try.
 */
export function createGrowingDelay(clock: Clock, free: number): GrowingDelay {
  const tries = new LRUCache<string, Tries>({ max: KEYS_MAX })
  return {
    wait(key) {
      const known = tries.get(key)
      return known === undefined ? 0 : Math.max(0, Math.ceil((known.notBefore - clock.monotonic()) / 1000))
    },
    count(key) {
      const now = clock.monotonic()
      const known = tries.get(key)
      const recent = known !== undefined && now - known.last < FORGOTTEN_AFTER_MS ? known.count : 0
      const count = recent + 1
      tries.set(key, { count, last: now, notBefore: now + delayAfter(count - free) * 1000 })
    },
    forget: (key) => void tries.delete(key),
  }
}

function delayAfter(triesTooMany: number): number {
  return triesTooMany < 0 ? 0 : Math.min(LONGEST_DELAY_S, 2 ** triesTooMany)
}
