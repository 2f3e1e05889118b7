import { ExponentialBackoff, fullJitterGenerator } from 'cockatiel'
import type { Clock } from '#shared/clock.ts'
import { GameApiError } from './errors.ts'
import type { Ask } from './single-flight.ts'

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
export async function withRetries<T>(clock: Clock, ask: Ask, attempt: () => Promise<T>): Promise<T> {
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
