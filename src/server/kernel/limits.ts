import { isIPv6 } from 'node:net'
import { LRUCache } from 'lru-cache'
import { type Sentence, said } from '#shared/texts.ts'
import type { Clock } from './clock.ts'
import { AppError } from './errors.ts'

/** Bounds the memory. More networks than this at once are a matter for the network in front of us. */
const KEYS_MAX = 20_000

export type RateLimitOptions = { clock: Clock; limit: number; windowMs: number; keys?: number }

/** `left`: uses left in the window after this one, -1 when it is beyond the limit. `seconds`: until the next window. */
type Usage = { left: number; seconds: number }

export type RateLimit = {
  /** Counts one use of the key. Answers 0 when it is within the limit, else the seconds until the next one is. */
  take(key: string): number
  /** Counts one use of the key and says what is left. */
  use(key: string): Usage
  /** The number of keys that are remembered. */
  size(): number
}

type Window = { start: number; used: number }

/** Allows `limit` uses of a key in a window, which begins with the key's first use. Forgets the keys longest unused. */
export function createRateLimit({ clock, limit, windowMs, keys = KEYS_MAX }: RateLimitOptions): RateLimit {
  // A cache takes its memory for all keys at once, and most limits of a process are seldom used.
  let windows: LRUCache<string, Window> | undefined
  const use = (key: string): Usage => {
    const now = clock.monotonic()
    windows ??= new LRUCache({ max: keys })
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
  return { use, take, size: () => windows?.size ?? 0 }
}

/** Counts one use of the key. Throws 429 with Retry-After and the sentence when it is beyond the limit. */
export function enforceLimit(limit: RateLimit, key: string, sentence: Sentence): void {
  const seconds = limit.take(key)
  if (seconds > 0) throw new AppError('too_many', sentence, { retryAfterSeconds: seconds })
}

/** An address of IPv4 as a socket of IPv6 names it. */
const MAPPED = /^::ffff:(\d+(?:\.\d+){3})$/i

/** An address with the port of the client, as some proxies pass it on: `192.0.2.7:4711`, `[2001:db8::1]:4711`. */
const WITH_PORT = /^(?:\[([^\]]+)\](?::\d+)?|(\d+(?:\.\d+){3}):\d+)$/

/**
 * The network that one subscriber may be expected to own, as a key for limits: of IPv6 the first 56 bits, since
 * providers hand out no less; of IPv4 the whole address, or its first 24 bits.
 */
export function networkOf(address: string, ipv4Bits: 24 | 32 = 32): string {
  // Every request passes here, most of them with an address of IPv4 and without a port.
  const plain = address.includes(':') ? plainAddress(address) : address
  if (plain.includes(':') && isIPv6(plain)) return `${first56Bits(plain)}/56`
  return ipv4Bits === 24 ? `${plain.split('.').slice(0, 3).join('.')}.0/24` : plain
}

function plainAddress(address: string): string {
  const [, bracketed, beforePort] = WITH_PORT.exec(address) ?? []
  const alone = bracketed ?? beforePort ?? address
  return MAPPED.exec(alone)?.[1] ?? alone
}

function first56Bits(address: string): string {
  const [head = [], tail = []] = address.split('::').map((half) => half.split(':').filter((group) => group !== ''))
  // A dotted end stands for two groups.
  const written = head.length + tail.length + (address.includes('.') ? 1 : 0)
  const groups = [...head, ...Array<string>(8 - written).fill('0'), ...tail].map((group) => Number.parseInt(group, 16))
  const [a = 0, b = 0, c = 0, d = 0] = groups
  return [a, b, c, d & 0xff00].map((group) => group.toString(16)).join(':')
}

/** Bounds how much work of one sort goes on at the same time. */
export type ConcurrencyLimit = {
  /** Does the work when it is its turn. Throws 503 at once when too much goes on already. `isQuiet` is for `isShed`. */
  run<T>(work: () => Promise<T> | T, isQuiet?: boolean): Promise<T>
}

export type ConcurrencyOptions = {
  /** How much may wait for its turn; nothing by default. */
  waiting?: number
  /** True where work is refused to shed load. Those who ask for little are refused last. */
  isShed?: (isQuiet: boolean) => boolean
  /** Called for each refusal. */
  onShed?: () => void
  /** What the caller is told; it may come back after `retryAfterSeconds`. */
  refusal?: { sentence: Sentence; retryAfterSeconds: number }
}

export const VERY_BUSY = { sentence: said('error.busy'), retryAfterSeconds: 1 }

/**
 * Bounds how much goes on at once. Beyond it, and while load is shed, work is refused within microseconds instead of
 * waiting for a store that is busy with the work before it.
 */
export function createConcurrencyLimit(atOnce: number, options: ConcurrencyOptions = {}): ConcurrencyLimit {
  const { waiting: waitingMax = 0, isShed = () => false, onShed = () => {}, refusal = VERY_BUSY } = options
  const waiting: (() => void)[] = []
  let running = 0

  /** Hands the place of work that has ended to the work that waited longest. */
  function end(): void {
    const next = waiting.shift()
    if (next === undefined) running -= 1
    else next()
  }

  return {
    async run(work, isQuiet = false) {
      if (isShed(isQuiet) || (running >= atOnce && waiting.length >= waitingMax)) {
        onShed()
        throw new AppError('unavailable', refusal.sentence, {
          code: 'busy',
          retryAfterSeconds: refusal.retryAfterSeconds,
        })
      }
      if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve))
      else running += 1
      try {
        return await work()
      } finally {
        end()
      }
    },
  }
}
