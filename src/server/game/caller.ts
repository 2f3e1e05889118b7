import { ExponentialBackoff, fullJitterGenerator } from 'cockatiel'
import type { Clock } from '#server/kernel/clock.ts'
import { type Ask, type Budget, createBudget, createPersonalBudgets } from './budget.ts'
import { createGuards, type Guards } from './circuit-breaker.ts'
import { GameApiError, type GameApiStatus, type Incident, type Outcome } from './game-api.ts'
import { createSender, type Exchange } from './request.ts'
import type { TokenRate } from './token-rate.ts'

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

  function settle(outcome: Outcome, { budget, isPersonal }: Way, lane: TokenRate, retryAfterMs: number | null): void {
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

/** A visitor waits for two tries at most; a collector has time for three. */
const MOST_TRIES = { visitor: 2, collector: 3 } as const

const backoff = new ExponentialBackoff({ generator: fullJitterGenerator, initialDelay: 250, maxDelay: 2_000 })

/** A second try may go better at once: the connection broke, the answer was cut short, or another moment or token will do. */
function isWorthAnotherTry(error: unknown): boolean {
  if (!(error instanceof GameApiError)) return false
  if (error.kind === 'throttled') return error.status === 429
  return error.kind === 'unavailable' || error.kind === 'malformed'
}

/** Repeats a call that only reads, with jittered pauses. Timeouts are not repeated: the caller has waited enough. */
async function withRetries<T>(clock: Clock, ask: Ask, attempt: () => Promise<T>): Promise<T> {
  let pause = backoff.next()
  for (let tries = 1; ; tries++) {
    try {
      return await attempt()
    } catch (error) {
      if (tries >= MOST_TRIES[ask.priority] || !isWorthAnotherTry(error)) throw error
    }
    await clock.wait(pause.duration, ask.signal)
    pause = pause.next(undefined)
  }
}

const MINUTE_MS = 60_000

/** Counts calls by outcome since the start, and those sent within the last minute. */
function createTally(clock: Clock) {
  const outcomes: Partial<Record<Outcome, number>> = {}
  const perSecond = new Map<number, number>()

  function forgetOld(): void {
    const oldest = Math.floor((clock.monotonic() - MINUTE_MS) / 1_000)
    for (const second of perSecond.keys()) if (second <= oldest) perSecond.delete(second)
  }

  return {
    sent(): void {
      forgetOld()
      const second = Math.floor(clock.monotonic() / 1_000)
      perSecond.set(second, (perSecond.get(second) ?? 0) + 1)
    },
    count(outcome: Outcome): void {
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
    },
    outcomes: () => ({ ...outcomes }),
    lastMinute(): number {
      forgetOld()
      return [...perSecond.values()].reduce((sum, calls) => sum + calls, 0)
    },
  }
}
