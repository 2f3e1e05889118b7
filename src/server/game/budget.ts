import { createHash } from 'node:crypto'
import type { Clock } from '#server/kernel/clock.ts'
import { GameApiError, type Priority } from './game-api.ts'
import { createTokenRate, type TokenRate } from './token-rate.ts'

/** A token that was refused rests this long, if there are others. */
const REFUSED_REST_MS = 60_000

/** A pause longer than this is told to the caller at once instead of being waited for. */
const LONGEST_WAIT_MS = { visitor: 10_000, collector: 60_000 } as const

/** For whom a call is made. The priority rises when a visitor joins a collector's call; the signal cancels the call. */
export type Ask = { priority: Priority; readonly signal: AbortSignal }

export type Budget = ReturnType<typeof createBudget>

/** A free lane, the one after the last used first. */
function freeLane(lanes: TokenRate[], last: TokenRate | undefined, now: number): TokenRate | undefined {
  const start = last ? lanes.indexOf(last) + 1 : 0
  return [...lanes.slice(start), ...lanes.slice(0, start)].find((lane) => lane.nextFreeAt(now) <= now)
}

/** Makes the call use the lane, unless it is not admitted after all. */
function giveTurn(call: WaitingCall, lane: TokenRate, now: number): void {
  try {
    call.admit()
    lane.start(now)
    call.grant(lane)
  } catch (error) {
    call.refuse(error)
  }
}

/** Serves the queue as lanes become free; sleeps in between, once at a time. */
function createServing(lanes: TokenRate[], clock: Clock, closing: AbortSignal) {
  const queue = createCallQueue()
  let last: TokenRate | undefined
  let isSleeping = false

  function sleep(now: number): void {
    if (isSleeping) return
    isSleeping = true
    const soonest = Math.min(...lanes.map((lane) => lane.nextFreeAt(now)))
    const wake = () => {
      isSleeping = false
      serve()
    }
    clock.wait(soonest - now, closing).then(wake, () => {})
  }

  function refuseLongPauses(now: number): void {
    const pause = Math.min(...lanes.map((lane) => lane.pausedUntil())) - now
    if (pause <= 0) return
    const error = new GameApiError('throttled', 'every token is paused', { retryAfterMs: pause })
    queue.refuseWhere(({ ask }) => pause > LONGEST_WAIT_MS[ask.priority], error)
  }

  function serve(): void {
    const now = clock.monotonic()
    refuseLongPauses(now)
    for (let call = queue.next(); call; call = queue.next()) {
      const lane = freeLane(lanes, last, now)
      if (!lane) break
      last = lane
      giveTurn(call, lane, now)
    }
    if (queue.length() > 0) sleep(now)
  }

  return { queue, serve }
}

function total(lanes: TokenRate[], now: number, figure: 'rate' | 'used' | 'left'): number {
  return lanes.reduce((sum, lane) => sum + lane.status(now)[figure], 0)
}

/**
 * The calls that may be made: `callsPerSecond` for each token, tokens in turn, visitors before collectors.
 * Never above that in any second; less after a 429.
 */
export function createBudget(options: { tokens: string[]; callsPerSecond: number; clock: Clock }) {
  const { clock, callsPerSecond } = options
  const closing = new AbortController()
  const lanes = options.tokens.map((token) => createTokenRate(token, callsPerSecond))
  const { queue, serve } = createServing(lanes, clock, closing.signal)

  return {
    /**
     * Resolves with the token to call with, once it may be used.
     * @throws GameApiError `throttled` when the wait would be too long, what `admit` throws, or the ask's abort reason
     */
    async take(ask: Ask, admit: () => void): Promise<TokenRate> {
      ask.signal.throwIfAborted()
      const turn = queue.add(ask, admit)
      serve()
      return turn
    },
    /** Obeys a 429 that came back for this token. */
    throttled(lane: TokenRate, retryAfterMs: number | null): void {
      lane.throttled(clock.monotonic(), retryAfterMs)
      serve()
    },
    /** A refused token leaves the work to the others for a while. */
    refused(lane: TokenRate): void {
      if (lanes.length > 1) lane.rest(clock.monotonic() + REFUSED_REST_MS)
    },
    /** How long every token is paused, if that is longer than a collector's call would wait; else 0. */
    blockedForMs(): number {
      const pause = Math.min(...lanes.map((lane) => lane.pausedUntil())) - clock.monotonic()
      return pause > LONGEST_WAIT_MS.collector ? pause : 0
    },
    /** Some token's rate is below the configured one. */
    isSlowed: (): boolean => lanes.some((lane) => lane.isSlowed(clock.monotonic())),
    status() {
      const now = clock.monotonic()
      return {
        callsPerSecond: total(lanes, now, 'rate'),
        usedThisSecond: total(lanes, now, 'used'),
        leftThisSecond: total(lanes, now, 'left'),
        queued: queue.length(),
      }
    },
    close: () => closing.abort(),
  }
}

/** Personal keys whose rate is remembered; the least recently used is forgotten. */
const MOST_KEYS = 500

/** A name for an API key that may stand in a map: not the key itself. */
export function fingerprint(apiKey: string): string {
  return createHash('sha256').update(apiKey).digest('base64url')
}

/** A budget of its own for every user's own key. */
export function createPersonalBudgets(options: { callsPerSecond: number; clock: Clock }) {
  const budgets = new Map<string, Budget>()

  return {
    of(apiKey: string): Budget {
      const id = fingerprint(apiKey)
      const budget = budgets.get(id) ?? createBudget({ ...options, tokens: [apiKey] })
      budgets.delete(id)
      budgets.set(id, budget)
      const oldest = budgets.keys().next().value
      if (budgets.size > MOST_KEYS && oldest !== undefined) budgets.delete(oldest)
      return budget
    },
    close(): void {
      for (const budget of budgets.values()) budget.close()
    },
  }
}

/** A call that waits for its turn. */
type WaitingCall = {
  ask: Ask
  /** Asked last, right before the call is made; its throwing spends nothing. */
  admit: () => void
  grant: (lane: TokenRate) => void
  refuse: (error: unknown) => void
}

export type CallQueue = ReturnType<typeof createCallQueue>

/** Calls in the order of their arrival, visitors' before collectors'. A call leaves when its ask is aborted. */
function createCallQueue() {
  const waiting: WaitingCall[] = []

  function drop(call: WaitingCall): void {
    const index = waiting.indexOf(call)
    if (index !== -1) waiting.splice(index, 1)
  }

  return {
    length: () => waiting.length,
    /** Resolves with what `grant` is called with. */
    add(ask: Ask, admit: () => void): Promise<TokenRate> {
      return new Promise((resolve, reject) => {
        const leave = () => call.refuse(ask.signal.reason)
        const settled = () => {
          drop(call)
          ask.signal.removeEventListener('abort', leave)
        }
        const grant = (lane: TokenRate) => {
          settled()
          resolve(lane)
        }
        const refuse = (error: unknown) => {
          settled()
          reject(error)
        }
        const call: WaitingCall = { ask, admit, grant, refuse }
        ask.signal.addEventListener('abort', leave, { once: true })
        waiting.push(call)
      })
    },
    /** Looked up at each turn, since a visitor may join a collector's call while it waits. */
    next: (): WaitingCall | undefined => waiting.find((call) => call.ask.priority === 'visitor') ?? waiting[0],
    refuseWhere(isRefused: (call: WaitingCall) => boolean, error: unknown): void {
      for (const call of waiting.filter(isRefused)) call.refuse(error)
    },
  }
}
