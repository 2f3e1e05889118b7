import type { Clock } from '#shared/clock.ts'
import type { Caller } from './caller.ts'
import type { Answer, CallOptions } from './client.ts'
import { GameApiError } from './errors.ts'
import { allPages } from './pages.ts'
import type { Parsed } from './payloads/glitch.ts'
import { UnusableAnswer } from './payloads/unusable-answer.ts'
import { fingerprint } from './personal-budgets.ts'
import { type Ask, createSingleFlight } from './single-flight.ts'

/** A visitor waits no longer, whatever the queue, the pauses and the tries add up to. */
const LONGEST_VISITOR_WAIT_MS = 10_000
const RETRY_AFTER_LATE_MS = 5_000

/** Nobody reads it; an abort without a reason makes an error with a stack each time. */
const ANSWERED = 'answered'

type Endpoint<T> = { path: string; isPaged?: boolean; parse: (raw: unknown) => Parsed<T> }

/** An answer parsed once, however many wait for it. Parsing that fails is counted. */
function parseOrCount<T>(endpoint: Endpoint<T>, raw: unknown, caller: Caller): Parsed<T> {
  try {
    return endpoint.parse(raw)
  } catch (error) {
    const kind = error instanceof UnusableAnswer ? error.kind : 'malformed'
    caller.countUnusable(kind)
    throw new GameApiError(kind, `unusable answer to ${endpoint.path}`, { cause: error })
  }
}

function flightKey(path: string, options: CallOptions, demoTime: Date | undefined): string {
  const key = options.apiKey === undefined ? 'shared' : fingerprint(options.apiKey)
  return [key, demoTime?.toISOString() ?? 'now', path].join(' ')
}

/** Asking for one endpoint's answer, pages and all: equal questions share a flight, visitors have a deadline. */
export function createOperation(caller: Caller, clock: Clock, knowsPast: boolean) {
  const join = createSingleFlight()
  const closing = new AbortController()

  async function fly<T>(endpoint: Endpoint<T>, options: CallOptions, demoTime: Date | undefined, ask: Ask) {
    const get = (path: string) => caller.call({ path, apiKey: options.apiKey, demoTime }, ask)
    const { json, maxAgeSeconds } = endpoint.isPaged ? await allPages(endpoint.path, get) : await get(endpoint.path)
    const { body, glitches } = parseOrCount(endpoint, json, caller)
    return { body, glitches, raw: json, maxAgeSeconds, observedAt: demoTime ?? clock.now() }
  }

  /** Aborts a visitor's waiting; the caller ends it by `done`. */
  function deadline(done: AbortSignal): AbortSignal {
    const late = new AbortController()
    const error = new GameApiError('unavailable', 'no answer in time', { retryAfterMs: RETRY_AFTER_LATE_MS })
    clock.wait(LONGEST_VISITOR_WAIT_MS, done).then(
      () => late.abort(error),
      () => {},
    )
    return late.signal
  }

  return {
    async ask<T>(endpoint: Endpoint<T>, options: CallOptions = {}): Promise<Answer<T>> {
      const demoTime = knowsPast ? options.at : undefined
      const priority = options.priority ?? 'visitor'
      const done = new AbortController()
      const signals = [closing.signal, options.signal, priority === 'visitor' ? deadline(done.signal) : undefined]
      const signal = AbortSignal.any(signals.filter((one) => one !== undefined))
      try {
        const key = flightKey(endpoint.path, options, demoTime)
        return await join(key, { priority, signal }, (ask) => fly(endpoint, options, demoTime, ask))
      } finally {
        done.abort(ANSWERED)
      }
    },
    async close(): Promise<void> {
      closing.abort(new GameApiError('aborted', 'the client was closed'))
      await caller.close()
    },
  }
}
