import type { Clock } from '#shared/clock.ts'
import type { GameApiErrorKind } from './errors.ts'

const MINUTE_MS = 60_000

export type Outcome = 'ok' | GameApiErrorKind

/** Counts calls by outcome since the start, and those sent within the last minute. */
export function createTally(clock: Clock) {
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
