import { HOUR_MS } from '#shared/days.ts'

/** Calls are counted over a little more than a second, since the network may bring two of them closer together. */
const WINDOW_MS = 1_050

/** A 429 halves the rate, never below this share of the configured one. The rate comes back in this many steps. */
const LOWEST_SHARE = 1 / 16
const RECOVERY_STEPS = 20
const RECOVERY_STEP_MS = 5_000

/** The pause after a 429 without Retry-After. Each further 429 in a row doubles it, up to the longest. */
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 32_000

/** The longest Retry-After that is obeyed; known ones last up to an hour. */
const LONGEST_RETRY_AFTER_MS = HOUR_MS

export type TokenRate = ReturnType<typeof createTokenRate>

/**
 * One API token and its adaptive rate: at most `callsPerSecond` in any second, halved by a 429, slowly recovered. All
 * times are milliseconds of the monotonic clock.
 */
export function createTokenRate(token: string, callsPerSecond: number) {
  const started: number[] = []
  let rate = callsPerSecond
  let pausedUntil = 0
  let throttledInARow = 0
  let lastChange = 0

  function recover(now: number): void {
    const steps = Math.floor((now - lastChange) / RECOVERY_STEP_MS)
    if (rate >= callsPerSecond || steps < 1) return
    rate = Math.min(callsPerSecond, rate + (steps * callsPerSecond) / RECOVERY_STEPS)
    lastChange += steps * RECOVERY_STEP_MS
  }

  /** Whole calls in a window. A rate below one call a second has a longer window instead. */
  function limits() {
    const calls = Math.max(1, Math.floor(rate))
    return { calls, window: rate < 1 ? WINDOW_MS / rate : WINDOW_MS }
  }

  function nextFreeAt(now: number): number {
    recover(now)
    const { calls, window } = limits()
    const blocking = started.at(-calls)
    return Math.max(now, pausedUntil, blocking === undefined ? 0 : blocking + window)
  }

  return {
    token,
    nextFreeAt,
    pausedUntil: () => pausedUntil,
    isSlowed(now: number): boolean {
      recover(now)
      return rate < callsPerSecond
    },
    start(now: number): void {
      started.push(now)
      // Half of the list at a time, since dropping the oldest at every call would move the whole list each time.
      const needed = Math.ceil(callsPerSecond)
      if (started.length >= 2 * needed + 16) started.splice(0, started.length - needed)
    },
    /** Obeys a 429. Several at once, of calls that were under way together, halve the rate once. */
    throttled(now: number, retryAfterMs: number | null): void {
      recover(now)
      if (now >= pausedUntil) {
        rate = Math.max(rate / 2, callsPerSecond * LOWEST_SHARE)
        throttledInARow++
      }
      const backoff = Math.min(FIRST_PAUSE_MS * 2 ** (throttledInARow - 1), LONGEST_PAUSE_MS)
      pausedUntil = Math.max(
        pausedUntil,
        now + Math.min(Math.max(retryAfterMs ?? backoff, FIRST_PAUSE_MS), LONGEST_RETRY_AFTER_MS),
      )
      lastChange = pausedUntil
    },
    succeeded(): void {
      throttledInARow = 0
    },
    /** The token is not used before `until`. */
    rest(until: number): void {
      pausedUntil = Math.max(pausedUntil, until)
    },
    status(now: number) {
      recover(now)
      const { calls, window } = limits()
      const used = started.filter((at) => at > now - window).length
      return { rate, used, left: now < pausedUntil ? 0 : Math.max(0, calls - used) }
    },
  }
}
