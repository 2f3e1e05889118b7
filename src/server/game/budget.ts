import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Clock } from '#server/kernel/clock.ts'
import { MINUTE_MS } from '#shared/days.ts'
import { type Ask, createFairQueue, type WaitingCall } from './fair-queue.ts'
import { GameApiError } from './game-api.ts'
import { createTokenRate, type TokenRate } from './token-rate.ts'

/** A token that was refused rests this long, if there are others. */
const REFUSED_REST_MS = MINUTE_MS

/** A caller is told of a longer pause at once, instead of waiting for its end. */
const LONGEST_WAIT_MS = { visitor: 10_000, collector: MINUTE_MS } as const

export type Budget = ReturnType<typeof createBudget>

/**
 * The calls that may be made: `callsPerSecond` for each token, tokens in turn, visitors before collectors, a third for
 * the collector, and fair shares among visitors. There are never more in any second, and fewer after a 429.
 */
export function createBudget(options: { tokens: string[]; callsPerSecond: number; clock: Clock }) {
  const { clock, callsPerSecond } = options
  const closing = new AbortController()
  const tokens = options.tokens.map((token) => createTokenRate(token, callsPerSecond))
  const { queue, serve } = createServing(tokens, clock, closing.signal)

  return {
    /**
     * Resolves with the token to call with, once it may be used. `admit` is called right before; when it throws, nothing
     * is spent. @throws GameApiError `throttled` when the wait would be too long; what `admit` throws; the abort reason
     */
    async take(ask: Ask, admit: () => void): Promise<TokenRate> {
      ask.signal.throwIfAborted()
      const turn = queue.add(ask, admit)
      serve()
      return turn
    },
    /** Obeys a 429 that was answered to this token. */
    throttled(token: TokenRate, retryAfterMs: number | null): void {
      token.throttled(clock.monotonic(), retryAfterMs)
      serve()
    },
    /** Leaves the work to the other tokens for a while. */
    refused(token: TokenRate): void {
      if (tokens.length > 1) token.rest(clock.monotonic() + REFUSED_REST_MS)
    },
    /** How many milliseconds every token is paused, if that is longer than a collector's call would wait; else 0. */
    blockedForMs(): number {
      const pause = shortestPause(tokens, clock.monotonic())
      return pause > LONGEST_WAIT_MS.collector ? pause : 0
    },
    /** Whether some token's rate is below the configured one. */
    isSlowed: (): boolean => tokens.some((token) => token.isSlowed(clock.monotonic())),
    status() {
      const now = clock.monotonic()
      return {
        callsPerSecond: total(tokens, now, 'rate'),
        usedThisSecond: total(tokens, now, 'used'),
        leftThisSecond: total(tokens, now, 'left'),
        queued: queue.length(),
      }
    },
    close: () => closing.abort(),
  }
}

function total(tokens: TokenRate[], now: number, figure: 'rate' | 'used' | 'left'): number {
  return tokens.reduce((sum, token) => sum + token.status(now)[figure], 0)
}

function shortestPause(tokens: TokenRate[], now: number): number {
  return Math.min(...tokens.map((token) => token.pausedUntil())) - now
}

/** Gives waiting calls a token as tokens become free. Sleeps in between, once at a time. */
function createServing(tokens: TokenRate[], clock: Clock, closing: AbortSignal) {
  const now = () => clock.monotonic()
  const rate = () => total(tokens, now(), 'rate')
  const waitingMax = () => Math.max(1, rate() * (LONGEST_WAIT_MS.visitor / 1000))
  const queue = createFairQueue({ now, waitingMax })
  let last: TokenRate | undefined
  let isSleeping = false

  function sleep(now: number): void {
    if (isSleeping) return
    isSleeping = true
    const soonest = Math.min(...tokens.map((token) => token.nextFreeAt(now)))
    const wake = () => {
      isSleeping = false
      serve()
    }
    clock.wait(soonest - now, closing).then(wake, () => {})
  }

  function refuseLongPauses(now: number): void {
    const pause = shortestPause(tokens, now)
    if (pause <= 0) return
    const error = new GameApiError('throttled', 'every token is paused', { retryAfterMs: pause })
    queue.refuseWhere(({ ask }) => pause > LONGEST_WAIT_MS[ask.priority], error)
  }

  function serve(): void {
    const now = clock.monotonic()
    refuseLongPauses(now)
    for (let call = queue.next(); call; call = queue.next()) {
      const token = freeToken(tokens, last, now)
      if (!token) break
      last = token
      if (giveToken(call, token, now)) queue.count(call)
    }
    if (queue.length() > 0) sleep(now)
  }

  return { queue, serve }
}

/** A token that may be used now. They take turns: the one after the last comes first. */
function freeToken(tokens: TokenRate[], last: TokenRate | undefined, now: number): TokenRate | undefined {
  const start = last ? tokens.indexOf(last) + 1 : 0
  return [...tokens.slice(start), ...tokens.slice(0, start)].find((token) => token.nextFreeAt(now) <= now)
}

/** Lets the call use the token, unless it is not admitted after all. Whether it was. */
function giveToken(call: WaitingCall, token: TokenRate, now: number): boolean {
  try {
    call.admit()
    token.start(now)
    call.grant(token)
    return true
  } catch (error) {
    call.refuse(error)
    return false
  }
}

/** Personal keys whose rate is remembered; the one that was not used for longest is forgotten. */
const MOST_KEYS = 500

/** A name for an API key that may be the key of a map: not the API key itself. */
export function fingerprint(apiKey: string): string {
  return createHash('sha256').update(apiKey).digest('base64url')
}

/** A budget of its own for every user's own key. */
export function createPersonalBudgets(options: { callsPerSecond: number; clock: Clock }) {
  const budgets = new LRUCache<string, Budget>({ max: MOST_KEYS })
  return {
    of(apiKey: string): Budget {
      const id = fingerprint(apiKey)
      const budget = budgets.get(id) ?? createBudget({ ...options, tokens: [apiKey] })
      budgets.set(id, budget)
      return budget
    },
    close(): void {
      for (const budget of budgets.values()) budget.close()
    },
  }
}
