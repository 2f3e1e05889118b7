import { LRUCache } from 'lru-cache'
import type { Clock } from '#shared/clock.ts'
import { AppError } from './app-error.ts'

/** Bounds the memory: whoever comes from more places than this at once is a matter for the network in front of us. */
const KEYS_MAX = 20_000

export type ThrottleOptions = { clock: Clock; limit: number; windowMs: number; keys?: number }

/** Uses left in the window after this one, -1 when it is beyond the limit, and the seconds until the next window. */
export type Usage = { left: number; seconds: number }

export type Throttle = {
  /** Counts one use of the key. Answers 0 when it is within the limit, else the seconds until the next one is. */
  take(key: string): number
  /** Counts one use of the key and says what is left. */
  use(key: string): Usage
  /** Keys that are remembered. */
  size(): number
}

type Window = { start: number; used: number }

/** Allows `limit` uses of a key per window, which begins with the key's first use. Forgets the keys longest unused. */
export function createThrottle({ clock, limit, windowMs, keys = KEYS_MAX }: ThrottleOptions): Throttle {
  const windows = new LRUCache<string, Window>({ max: keys })
  const use = (key: string): Usage => {
    const now = clock.monotonic()
    const window = windows.get(key)
    if (window === undefined || now - window.start >= windowMs) {
      windows.set(key, { start: now, used: 1 })
      return { left: limit - 1, seconds: Math.ceil(windowMs / 1000) }
    }
    const seconds = Math.ceil((window.start + windowMs - now) / 1000)
    if (window.used >= limit) return { left: -1, seconds }
    window.used += 1
    return { left: limit - window.used, seconds }
  }
  const take = (key: string) => {
    const { left, seconds } = use(key)
    return left < 0 ? seconds : 0
  }
  return { use, take, size: () => windows.size }
}

/** Counts one use of the key, or throws 429 with Retry-After and the sentence given. */
export function admit(throttle: Throttle, key: string, sentence: string): void {
  const seconds = throttle.take(key)
  if (seconds > 0) throw new AppError('too_many', sentence, { retryAfterSeconds: seconds })
}
