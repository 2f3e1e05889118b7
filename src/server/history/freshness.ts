import { isStale } from '#shared/staleness.ts'

/** When the newest observation behind an answer was made, and whether that is longer ago than it should be. */
export function freshness(observedAt: Date, now: Date): { last_updated: string; stale: boolean } {
  return { last_updated: observedAt.toISOString(), stale: isStale(observedAt, now) }
}
