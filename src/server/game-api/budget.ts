import type { Clock } from '#shared/clock.ts'
import { createCallQueue, type WaitingCall } from './call-queue.ts'
import { GameApiError } from './errors.ts'
import { createLane, type Lane } from './lane.ts'
import type { Ask } from './single-flight.ts'

/** A token that was refused rests this long, if there are others. */
const REFUSED_REST_MS = 60_000

/** A pause longer than this is told to the caller at once instead of being waited for. */
const LONGEST_WAIT_MS = { visitor: 10_000, collector: 60_000 } as const

export type Budget = ReturnType<typeof createBudget>

/** A free lane, the one after the last used first. */
function freeLane(lanes: Lane[], last: Lane | undefined, now: number): Lane | undefined {
  const start = last ? lanes.indexOf(last) + 1 : 0
  return [...lanes.slice(start), ...lanes.slice(0, start)].find((lane) => lane.nextFreeAt(now) <= now)
}

/** Makes the call use the lane, unless it is not admitted after all. */
function giveTurn(call: WaitingCall, lane: Lane, now: number): void {
  try {
    call.admit()
    lane.start(now)
    call.grant(lane)
  } catch (error) {
    call.refuse(error)
  }
}

/** Serves the queue as lanes become free; sleeps in between, once at a time. */
function createServing(lanes: Lane[], clock: Clock, closing: AbortSignal) {
  const queue = createCallQueue()
  let last: Lane | undefined
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

function total(lanes: Lane[], now: number, figure: 'rate' | 'used' | 'left'): number {
  return lanes.reduce((sum, lane) => sum + lane.status(now)[figure], 0)
}

/**
 * The calls that may be made: `callsPerSecond` for each token, tokens in turn, visitors before collectors.
 * Never above that in any second; less after a 429.
 */
export function createBudget(options: { tokens: string[]; callsPerSecond: number; clock: Clock }) {
  const { clock, callsPerSecond } = options
  const closing = new AbortController()
  const lanes = options.tokens.map((token) => createLane(token, callsPerSecond))
  const { queue, serve } = createServing(lanes, clock, closing.signal)

  return {
    /**
     * Resolves with the token to call with, once it may be used.
     * @throws GameApiError `throttled` when the wait would be too long, what `admit` throws, or the ask's abort reason
     */
    async take(ask: Ask, admit: () => void): Promise<Lane> {
      ask.signal.throwIfAborted()
      const turn = queue.add(ask, admit)
      serve()
      return turn
    },
    /** Obeys a 429 that came back for this token. */
    throttled(lane: Lane, retryAfterMs: number | null): void {
      lane.throttled(clock.monotonic(), retryAfterMs)
      serve()
    },
    /** A refused token leaves the work to the others for a while. */
    refused(lane: Lane): void {
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
