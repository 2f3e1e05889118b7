import { ConsecutiveBreaker } from 'cockatiel'
import type { Clock } from '#server/kernel/clock.ts'
import { GameApiError, type GameApiErrorKind, type Incident, type IncidentKind, type Outcome } from './game-api.ts'

export type Guards = ReturnType<typeof createGuards>

/** What stands before every call, the circuit and the maintenance gate, and the incidents they make. */
export function createGuards(options: {
  clock: Clock
  onIncident: (incident: Incident) => void
  probe: (signal: AbortSignal) => Promise<boolean>
}) {
  const { clock, probe } = options
  const incidents = createIncidents(clock, options.onIncident)
  const breaker = createBreaker({
    clock,
    onOpen: (kind) => incidents.start(kind === 'forbidden' ? 'refused' : 'unavailable'),
    onClose: () => {
      incidents.end('refused')
      incidents.end('unavailable')
    },
  })
  const gate = createMaintenanceGate({
    clock,
    probe,
    onClosed: () => incidents.start('maintenance'),
    onOpened: () => incidents.end('maintenance'),
  })

  return {
    incidents,
    /** @throws GameApiError `maintenance` or `circuit-open` when a call would be refused now */
    check(): void {
      gate.check()
      breaker.check()
    },
    /** As `check`, and counts the call as the circuit's try. */
    enter(): void {
      gate.check()
      breaker.enter()
    },
    leave(outcome: Outcome, isPersonal: boolean): void {
      breaker.leave(outcome, isPersonal)
      if (outcome === 'maintenance') gate.shut()
    },
    blockedForMs: () => Math.max(gate.blockedForMs(), breaker.blockedForMs()),
    status: () => ({ breaker: breaker.state(), gate: gate.state() }),
    close: gate.close,
  }
}

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
function createBreaker(options: { clock: Clock; onOpen: (kind: GameApiErrorKind) => void; onClose: () => void }) {
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

/** While closed one cheap call is made every 15 to 20 seconds; two good answers in a row open the gate again. */
const PROBE_EVERY_MS_MAINTENANCE_GATE = 15_000
const PROBE_JITTER_MS = 5_000
const GOOD_PROBES_TO_OPEN = 2

export type MaintenanceGate = ReturnType<typeof createMaintenanceGate>

/** Holds all calls back while the game is in maintenance (503), and finds out by itself when that is over. */
function createMaintenanceGate(options: {
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
    const pause = PROBE_EVERY_MS_MAINTENANCE_GATE + Math.random() * PROBE_JITTER_MS
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

const MESSAGES: Record<IncidentKind, string> = {
  throttled: 'The game asked us to slow down',
  maintenance: 'The game is in maintenance',
  unavailable: 'The game does not answer',
  refused: 'The game refuses our API key',
}

/** Worst first: what a single word of state should say. */
const BY_WEIGHT: IncidentKind[] = ['maintenance', 'refused', 'unavailable', 'throttled']

export type Incidents = ReturnType<typeof createIncidents>

/** Keeps the ongoing incidents, at most one of a kind, and reports each when it starts and when it ends. */
function createIncidents(clock: Clock, report: (incident: Incident) => void) {
  const ongoing = new Map<IncidentKind, Incident>()

  return {
    start(kind: IncidentKind): void {
      if (ongoing.has(kind)) return
      const incident = { kind, startedAt: clock.now(), endedAt: null, message: MESSAGES[kind] }
      ongoing.set(kind, incident)
      report(incident)
    },
    end(kind: IncidentKind): void {
      const incident = ongoing.get(kind)
      if (!incident) return
      ongoing.delete(kind)
      report({ ...incident, endedAt: clock.now() })
    },
    /** The gravest of the ongoing. */
    worst(): Incident | null {
      const kind = BY_WEIGHT.find((candidate) => ongoing.has(candidate))
      return (kind && ongoing.get(kind)) ?? null
    },
  }
}
