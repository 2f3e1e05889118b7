import type { Clock } from '#shared/clock.ts'
import { GameApiError } from './errors.ts'

/** While closed one cheap call is made every 15 to 20 seconds; two good answers in a row open the gate again. */
const PROBE_EVERY_MS = 15_000
const PROBE_JITTER_MS = 5_000
const GOOD_PROBES_TO_OPEN = 2

export type MaintenanceGate = ReturnType<typeof createMaintenanceGate>

/** Holds all calls back while the game is in maintenance (503), and finds out by itself when that is over. */
export function createMaintenanceGate(options: {
  clock: Clock
  /** Makes one cheap call; true when it was answered. */
  probe: (signal: AbortSignal) => Promise<boolean>
  onClosed: () => void
  onOpened: () => void
}) {
  const { clock } = options
  const closing = new AbortController()
  let isClosed = false
  let nextProbeAt = 0

  async function waitForProbe(): Promise<void> {
    const pause = PROBE_EVERY_MS + Math.random() * PROBE_JITTER_MS
    nextProbeAt = clock.monotonic() + pause
    await clock.wait(pause, closing.signal)
  }

  async function probeUntilGood(): Promise<void> {
    let good = 0
    while (good < GOOD_PROBES_TO_OPEN) {
      await waitForProbe()
      good = (await options.probe(closing.signal)) ? good + 1 : 0
    }
    isClosed = false
    options.onOpened()
  }

  function blockedForMs(): number {
    return isClosed ? Math.max(1_000, nextProbeAt - clock.monotonic()) : 0
  }

  return {
    /** At least this long until calls may go through; 0 when they may now. */
    blockedForMs,
    /** @throws GameApiError `maintenance` while closed */
    check(): void {
      if (isClosed)
        throw new GameApiError('maintenance', 'the game is in maintenance', { retryAfterMs: blockedForMs() })
    },
    /** A 503 came in. */
    shut(): void {
      if (isClosed) return
      isClosed = true
      options.onClosed()
      // Only closing the client ends the probing early.
      probeUntilGood().catch(() => {})
    },
    state: (): 'open' | 'closed' => (isClosed ? 'closed' : 'open'),
    close: () => closing.abort(),
  }
}
