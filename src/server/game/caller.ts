import type { Clock } from '#server/kernel/clock.ts'
import { MINUTE_MS } from '#shared/days.ts'
import { type Budget, createBudget, createPersonalBudgets } from './budget.ts'
import { createGuards, type Guards } from './circuit-breaker.ts'
import type { Ask } from './fair-queue.ts'
import { GameApiError, type GameApiStatus, type Incident, type Outcome } from './game-api.ts'
import { createSender, type Exchange } from './request.ts'
import type { TokenRate } from './token-rate.ts'

/** The cheapest call, and one that needs no tag. */
export const PROBE_PATH = '/events/rotation'

export type CallerOptions = {
  baseUrl: string
  tokens: string[]
  callsPerSecond: number
  clock: Clock
  timeoutMs: number
  onIncident: (incident: Incident) => void
}

export type Call = { path: string; apiKey: string | undefined; demoTime: Date | undefined }

export type Caller = ReturnType<typeof createCaller>

/** Makes calls of the game's API within the rate, the circuit and the maintenance gate, and tries again. */
export function createCaller(options: CallerOptions) {
  const { clock } = options
  const shared = createBudget(options)
  const personal = createPersonalBudgets(options)
  const guards = createGuards(options)
  const { attempt, tally, endThrottling, close } = createAttempt(options, shared, guards)

  function spendingOf({ apiKey }: Call): Spending {
    return apiKey === undefined
      ? { budget: shared, isPersonal: false }
      : { budget: personal.of(apiKey), isPersonal: true }
  }

  return {
    /** One answer, tried again where that may help. @throws GameApiError */
    call: (call: Call, ask: Ask): Promise<Exchange> =>
      withRetries(clock, ask, async () => {
        guards.check()
        return attempt(call, ask, spendingOf(call), guards.enter)
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
      guards.stop()
      shared.close()
      personal.close()
      await close()
    },
  }
}

/** Whose tokens a call uses. */
type Spending = { budget: Budget; isPersonal: boolean }

function outcomeOf(error: unknown): Outcome {
  return error instanceof GameApiError ? error.kind : 'unavailable'
}

/** Makes one call at a time, and tells the rate, the circuit and the incidents how it ended. */
function createAttempt(options: CallerOptions, shared: Budget, guards: Guards) {
  const tally = createTally(options.clock)
  const sender = createSender(options)

  /** Throttling is over when every token has its full rate again. */
  function endThrottling(): void {
    if (!shared.isSlowed()) guards.incidents.end('throttled')
  }

  function settle(outcome: Outcome, spending: Spending, token: TokenRate, error: GameApiError | null): void {
    const { budget, isPersonal } = spending
    const { retryAfterMs = null, refusedAddress = null } = error ?? {}
    tally.count(outcome)
    guards.leave(outcome, { isPersonal, refusedAddress }, probe)
    if (outcome === 'ok') token.succeeded()
    if (outcome === 'forbidden') budget.refused(token)
    if (outcome === 'throttled') budget.throttled(token, retryAfterMs)
    if (outcome === 'throttled' && !isPersonal) guards.incidents.start('throttled')
    endThrottling()
  }

  async function attempt(call: Call, ask: Ask, spending: Spending, admit: () => void): Promise<Exchange> {
    const token = await spending.budget.take(ask, admit)
    tally.sent()
    try {
      const answer = await sender.send({ ...call, token: token.token, signal: ask.signal })
      settle('ok', spending, token, null)
      return answer
    } catch (error) {
      settle(outcomeOf(error), spending, token, error instanceof GameApiError ? error : null)
      throw error
    }
  }

  /** Passes the guards, since they are who ask for it. */
  function probe(signal: AbortSignal): Promise<boolean> {
    const call = { path: PROBE_PATH, apiKey: undefined, demoTime: undefined }
    return attempt(
      call,
      { priority: 'visitor', askers: [], signal },
      { budget: shared, isPersonal: false },
      () => {},
    ).then(
      () => true,
      () => false,
    )
  }

  return { attempt, tally, endThrottling, close: sender.close }
}

/** A visitor waits for two tries at most; a collector has time for three. */
const MOST_TRIES = { visitor: 2, collector: 3 } as const

const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 2_000

/** Another try may help at once: the connection broke, the answer was cut short, or another moment or token will do. */
function isWorthAnotherTry(error: unknown): boolean {
  if (!(error instanceof GameApiError)) return false
  if (error.kind === 'throttled') return error.status === 429
  return error.kind === 'unavailable' || error.kind === 'malformed'
}

/** Exponential backoff with full jitter: callers that failed together do not come back together. */
function pauseAfter(tries: number): number {
  return Math.random() * Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (tries - 1))
}

/** Repeats a call, since all calls only read. Timeouts are not repeated: the caller has waited long enough. */
async function withRetries<T>(clock: Clock, ask: Ask, attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt()
    } catch (error) {
      if (tries >= MOST_TRIES[ask.priority] || !isWorthAnotherTry(error)) throw error
    }
    await clock.wait(pauseAfter(tries), ask.signal)
  }
}

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
