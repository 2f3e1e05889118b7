import { ConsecutiveBreaker } from 'cockatiel'
import type { Clock } from '#shared/clock.ts'
import { GameApiError, type GameApiErrorKind } from './errors.ts'

const FAILURES_TO_OPEN = 5

/** One try at most in this time while the circuit is open (goal R3). */
const PROBE_EVERY_MS = 10_000

/** What a call says about the health of the game's API: nothing at all, when it was cancelled or merely slowed down. */
export function healthOf(kind: GameApiErrorKind | 'ok', isPersonal: boolean): 'good' | 'bad' | 'unknown' {
  if (kind === 'ok' || kind === 'not-found' || kind === 'glitched') return 'good'
  if (kind === 'forbidden') return isPersonal ? 'unknown' : 'bad'
  return kind === 'timeout' || kind === 'unavailable' || kind === 'malformed' ? 'bad' : 'unknown'
}

export type Breaker = ReturnType<typeof createBreaker>

/**
 * The circuit: open after five failures in a row; while open, one call every ten seconds goes through to try.
 * Cockatiel counts the failures; its policy around them reads the machine's clock, which ours must not.
 */
export function createBreaker(options: {
  clock: Clock
  onOpen: (kind: GameApiErrorKind) => void
  onClose: () => void
}) {
  const { clock } = options
  const failures = new ConsecutiveBreaker(FAILURES_TO_OPEN)
  let isOpen = false
  let nextProbeAt = 0

  function blockedForMs(): number {
    return isOpen ? Math.max(0, nextProbeAt - clock.monotonic()) : 0
  }

  function failed(kind: GameApiErrorKind): void {
    if (!failures.failure() || isOpen) return
    isOpen = true
    nextProbeAt = clock.monotonic() + PROBE_EVERY_MS
    options.onOpen(kind)
  }

  function succeeded(): void {
    failures.success()
    if (!isOpen) return
    isOpen = false
    options.onClose()
  }

  function check(): void {
    const blocked = blockedForMs()
    if (blocked > 0) throw new GameApiError('circuit-open', 'the circuit is open', { retryAfterMs: blocked })
  }

  return {
    blockedForMs,
    /** @throws GameApiError `circuit-open` when a call now would be refused */
    check,
    /** Lets one call through; while open it is the one try of the next ten seconds. @throws GameApiError `circuit-open` */
    enter(): void {
      check()
      if (isOpen) nextProbeAt = clock.monotonic() + PROBE_EVERY_MS
    },
    /** Tells how a call that entered went. */
    leave(kind: GameApiErrorKind | 'ok', isPersonal: boolean): void {
      const health = healthOf(kind, isPersonal)
      if (health === 'good') succeeded()
      if (health === 'bad' && kind !== 'ok') failed(kind)
    },
    state: (): 'closed' | 'open' => (isOpen ? 'open' : 'closed'),
  }
}
