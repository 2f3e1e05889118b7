import type { Clock } from '#server/kernel/clock.ts'
import type { IncidentKind } from '#shared/kinds.ts'
import { GameApiError, type GameApiErrorKind, type Incident, type Outcome } from './game-api.ts'

export type Guards = ReturnType<typeof createGuards>

/** Makes one cheap call of the game's API; true when it was answered. */
type Probe = (signal: AbortSignal) => Promise<boolean>

/** What stands before every call: the circuit breaker and the maintenance gate. Both start and end incidents. */
export function createGuards({ clock, onIncident }: { clock: Clock; onIncident: (incident: Incident) => void }) {
  const incidents = createIncidents(clock, onIncident)
  const stopping = new AbortController()
  let refusedAddress: string | null = null
  const breaker = createBreaker({
    clock,
    onOpen: (kind) => {
      if (kind === 'forbidden') incidents.start('refused', refusedAddress === null ? '' : otherAddress(refusedAddress))
      else incidents.start('unavailable')
    },
    onClose: () => {
      incidents.end('refused')
      incidents.end('unavailable')
    },
  })
  const gate = createMaintenanceGate({
    clock,
    stopping: stopping.signal,
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
    /** As `check`, and counts the call as the one try of an open circuit. */
    enter(): void {
      gate.check()
      breaker.enter()
    },
    /**
     * Takes in how a call ended. After a 503 the probe is called until the maintenance is over, and while the circuit is
     * open whenever nobody else tries.
     */
    leave(outcome: Outcome, { isPersonal, refusedAddress: address }: CallFacts, probe: Probe): void {
      const wasOpen = breaker.state() === 'open'
      if (!isPersonal && outcome === 'forbidden') refusedAddress = address
      breaker.leave(outcome, isPersonal)
      if (!wasOpen && breaker.state() === 'open') probeWhileOpen(breaker, probe, clock, stopping.signal).catch(() => {})
      if (outcome === 'maintenance') gate.close(probe)
    },
    /** How many milliseconds no call goes through; 0 when one may now. */
    blockedForMs: () => Math.max(gate.blockedForMs(), breaker.blockedForMs()),
    status: () => ({ breaker: breaker.state(), gate: gate.state() }),
    /** Ends the probing. */
    stop: () => stopping.abort(),
  }
}

/** Whose key a call used, and the address that the game refused with it. */
type CallFacts = { isPersonal: boolean; refusedAddress: string | null }

function otherAddress(address: string): string {
  return `: this server calls from ${address}, and the key is made for another address. Change it at developer.brawlstars.com`
}

const FAILURES_TO_OPEN = 5

/** While the circuit is open, one call at most goes through in this time (docs/decisions/0021). */
const TRY_EVERY_MS = 10_000

/** Who waits for the open circuit to be tried comes first: what they ask for says more than the probe. */
const PROBE_LATER_MS = 1_000

/** Tries an open circuit while nobody else does, so that its incident ends by itself. Throws the signal's reason. */
async function probeWhileOpen(
  breaker: ReturnType<typeof createBreaker>,
  probe: Probe,
  clock: Clock,
  signal: AbortSignal,
): Promise<void> {
  while (breaker.state() === 'open') {
    await clock.wait(breaker.blockedForMs() + PROBE_LATER_MS, signal)
    if (breaker.state() === 'closed' || breaker.blockedForMs() > 0) continue
    breaker.enter()
    await probe(signal)
  }
}

/** What the end of a call says about the game's API: `unknown` when the call was cancelled or merely slowed down. */
function healthOf(outcome: Outcome, isPersonal: boolean): 'good' | 'bad' | 'unknown' {
  if (outcome === 'ok' || outcome === 'not-found' || outcome === 'glitched') return 'good'
  if (outcome === 'forbidden') return isPersonal ? 'unknown' : 'bad'
  return outcome === 'timeout' || outcome === 'unavailable' || outcome === 'malformed' ? 'bad' : 'unknown'
}

/** The circuit breaker: it opens after five failures in a row, and closes after one success. */
function createBreaker(options: { clock: Clock; onOpen: (kind: GameApiErrorKind) => void; onClose: () => void }) {
  const { clock } = options
  let failuresInARow = 0
  let isOpen = false
  let nextTryAt = 0

  function blockedForMs(): number {
    return isOpen ? Math.max(0, nextTryAt - clock.monotonic()) : 0
  }

  function failed(kind: GameApiErrorKind): void {
    failuresInARow += 1
    if (failuresInARow < FAILURES_TO_OPEN || isOpen) return
    isOpen = true
    nextTryAt = clock.monotonic() + TRY_EVERY_MS
    options.onOpen(kind)
  }

  function succeeded(): void {
    failuresInARow = 0
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
    /** @throws GameApiError `circuit-open` when a call would be refused now */
    check,
    /** Lets one call through. While the circuit is open, this is the one try. @throws GameApiError `circuit-open` */
    enter(): void {
      check()
      if (isOpen) nextTryAt = clock.monotonic() + TRY_EVERY_MS
    },
    leave(outcome: Outcome, isPersonal: boolean): void {
      const health = healthOf(outcome, isPersonal)
      if (health === 'good') succeeded()
      if (health === 'bad' && outcome !== 'ok') failed(outcome)
    },
    state: (): 'closed' | 'open' => (isOpen ? 'open' : 'closed'),
  }
}

/** During maintenance a probe is made every 15 to 20 seconds; two good ones in a row end it (docs/decisions/0021). */
const PROBE_EVERY_MS = 15_000
const PROBE_JITTER_MS = 5_000
const GOOD_PROBES_TO_OPEN = 2

/** What a caller is told to wait at least, when the next probe may open the gate at any moment. */
const SHORTEST_BLOCK_MS = 1_000

/** Holds all calls back while the game is in maintenance (503), and finds out by itself when that is over. */
function createMaintenanceGate(options: {
  clock: Clock
  stopping: AbortSignal
  onClosed: () => void
  onOpened: () => void
}) {
  const { clock, stopping } = options
  let isClosed = false
  let nextProbeAt = 0

  async function waitForProbe(): Promise<void> {
    const pause = PROBE_EVERY_MS + Math.random() * PROBE_JITTER_MS
    nextProbeAt = clock.monotonic() + pause
    await clock.wait(pause, stopping)
  }

  async function probeUntilGood(probe: Probe): Promise<void> {
    let good = 0
    while (good < GOOD_PROBES_TO_OPEN) {
      await waitForProbe()
      good = (await probe(stopping)) ? good + 1 : 0
    }
    isClosed = false
    options.onOpened()
  }

  function blockedForMs(): number {
    return isClosed ? Math.max(SHORTEST_BLOCK_MS, nextProbeAt - clock.monotonic()) : 0
  }

  return {
    blockedForMs,
    /** @throws GameApiError `maintenance` while the gate is closed */
    check(): void {
      if (!isClosed) return
      throw new GameApiError('maintenance', 'the game is in maintenance', { retryAfterMs: blockedForMs() })
    },
    close(probe: Probe): void {
      if (isClosed) return
      isClosed = true
      options.onClosed()
      // Only the signal ends the probing early.
      probeUntilGood(probe).catch(() => {})
    },
    state: (): 'open' | 'closed' => (isClosed ? 'closed' : 'open'),
  }
}

const MESSAGES: Record<IncidentKind, string> = {
  throttled: 'The game asked us to slow down',
  maintenance: 'The game is in maintenance',
  unavailable: 'The game does not answer',
  refused: 'The game refuses our API key',
}

/** Worst first: the state of the game's API is one word. */
const BY_WEIGHT: IncidentKind[] = ['maintenance', 'refused', 'unavailable', 'throttled']

/** Keeps the incidents that go on, at most one of a kind, and reports each when it starts and when it ends. */
function createIncidents(clock: Clock, report: (incident: Incident) => void) {
  const ongoing = new Map<IncidentKind, Incident>()

  return {
    /** `more` is added to the sentence that says what is the matter. */
    start(kind: IncidentKind, more = ''): void {
      if (ongoing.has(kind)) return
      const incident = { kind, startedAt: clock.now(), endedAt: null, message: `${MESSAGES[kind]}${more}` }
      ongoing.set(kind, incident)
      report(incident)
    },
    end(kind: IncidentKind): void {
      const incident = ongoing.get(kind)
      if (!incident) return
      ongoing.delete(kind)
      report({ ...incident, endedAt: clock.now() })
    },
    worst(): Incident | null {
      const kind = BY_WEIGHT.find((candidate) => ongoing.has(candidate))
      return (kind && ongoing.get(kind)) ?? null
    },
  }
}
