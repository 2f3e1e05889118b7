import type { Clock } from '#shared/clock.ts'
import { type Budget, createBudget } from './budget.ts'
import { GameApiError } from './errors.ts'
import { createGuards, type Guards } from './guards.ts'
import type { Incident, IncidentKind } from './incidents.ts'
import type { Lane } from './lane.ts'
import { createPersonalBudgets } from './personal-budgets.ts'
import { createSender, type Exchange } from './request.ts'
import { withRetries } from './retry.ts'
import type { Ask } from './single-flight.ts'
import { createTally, type Outcome } from './tally.ts'

/** The cheapest call there is, and one that needs no tag. */
const PROBE_PATH = '/events/rotation'

export type CallerOptions = {
  baseUrl: string
  tokens: string[]
  callsPerSecond: number
  clock: Clock
  timeoutMs: number
  onIncident: (incident: Incident) => void
}

export type Call = { path: string; apiKey: string | undefined; demoTime: Date | undefined }

/** How the game's API is doing and what we ask of it. */
export type GameApiStatus = {
  state: 'ok' | IncidentKind
  breaker: 'closed' | 'open'
  /** `closed` during maintenance. */
  gate: 'open' | 'closed'
  /** Calls a second allowed at present, all tokens together: less than configured after a 429. */
  callsPerSecond: number
  usedThisSecond: number
  leftThisSecond: number
  /** Calls waiting for their turn. */
  queued: number
  callsLastMinute: number
  /** Calls since the start, by how they ended. */
  outcomes: Partial<Record<Outcome, number>>
  /** The gravest incident going on. */
  incident: Incident | null
}

/** Whose tokens a call spends. */
type Way = { budget: Budget; isPersonal: boolean }

function outcomeOf(error: unknown): Outcome {
  return error instanceof GameApiError ? error.kind : 'unavailable'
}

/** One call at a time, and what its end means for the rate, the circuit and the incidents. */
function createAttempt(options: CallerOptions, shared: Budget, guards: () => Guards) {
  const tally = createTally(options.clock)
  const sender = createSender(options)

  /** Being slowed down is over when the full rate is back. */
  function endThrottling(): void {
    if (!shared.isSlowed()) guards().incidents.end('throttled')
  }

  function settle(outcome: Outcome, { budget, isPersonal }: Way, lane: Lane, retryAfterMs: number | null): void {
    tally.count(outcome)
    guards().leave(outcome, isPersonal)
    if (outcome === 'ok') lane.succeeded()
    if (outcome === 'forbidden') budget.refused(lane)
    if (outcome === 'throttled') budget.throttled(lane, retryAfterMs)
    if (outcome === 'throttled' && !isPersonal) guards().incidents.start('throttled')
    endThrottling()
  }

  async function attempt(call: Call, ask: Ask, way: Way, admit: () => void): Promise<Exchange> {
    const lane = await way.budget.take(ask, admit)
    tally.sent()
    try {
      const answer = await sender.send({ ...call, token: lane.token, signal: ask.signal })
      settle('ok', way, lane, null)
      return answer
    } catch (error) {
      settle(outcomeOf(error), way, lane, error instanceof GameApiError ? error.retryAfterMs : null)
      throw error
    }
  }

  return { attempt, tally, endThrottling, close: sender.close }
}

export type Caller = ReturnType<typeof createCaller>

/** Calls of the game's API under the rate, the circuit and the maintenance gate, with retries. Knows paths, not answers. */
export function createCaller(options: CallerOptions) {
  const { clock } = options
  const shared = createBudget(options)
  const personal = createPersonalBudgets(options)
  const { attempt, tally, endThrottling, close } = createAttempt(options, shared, () => guards)
  const guards = createGuards({ clock, onIncident: options.onIncident, probe: probeOnce })

  /** The cheapest call there is; it passes the guards, since it is them who ask for it. */
  function probeOnce(signal: AbortSignal): Promise<boolean> {
    const call = { path: PROBE_PATH, apiKey: undefined, demoTime: undefined }
    return attempt(call, { priority: 'visitor', signal }, { budget: shared, isPersonal: false }, () => {}).then(
      () => true,
      () => false,
    )
  }

  function wayOf({ apiKey }: Call): Way {
    return apiKey === undefined
      ? { budget: shared, isPersonal: false }
      : { budget: personal.of(apiKey), isPersonal: true }
  }

  return {
    /** One answer, tried again where that may help. @throws GameApiError */
    call: (call: Call, ask: Ask): Promise<Exchange> =>
      withRetries(clock, ask, async () => {
        guards.check()
        return attempt(call, ask, wayOf(call), guards.enter)
      }),
    /** Counts an answer that came whole and could not be used. */
    countUnusable: (kind: 'malformed' | 'glitched'): void => tally.count(kind),
    async untilOpen(signal?: AbortSignal): Promise<void> {
      const blocked = () => Math.max(guards.blockedForMs(), shared.blockedForMs())
      for (let ms = blocked(); ms > 0; ms = blocked()) await clock.wait(ms, signal)
    },
    status(): GameApiStatus {
      endThrottling()
      const incident = guards.incidents.worst()
      const state = incident?.kind ?? 'ok'
      const counts = { callsLastMinute: tally.lastMinute(), outcomes: tally.outcomes() }
      return { state, incident, ...guards.status(), ...shared.status(), ...counts }
    },
    async close(): Promise<void> {
      guards.close()
      shared.close()
      personal.close()
      await close()
    },
  }
}
