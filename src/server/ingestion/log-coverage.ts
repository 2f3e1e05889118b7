import type { Battle } from '../game-api/payloads/battle-log.ts'

/** New battles take up to this long to appear in the log (game's documentation). */
const LOG_DELAY_MS = 30 * 60_000

/** The log holds at most 25; a few less are sent now and then, so a full one is recognised a little below. */
const FULL_LOG = 23

export type Coverage = { from: Date; to: Date; overflow: boolean }

/**
 * The span of time in which a log names every battle, continuing `before` where the two meet. A full log that does not
 * reach back to the span before it begins a new one with a gap: battles were missed. Null when it says nothing.
 */
export function coverageOf(battles: Battle[], observedAt: Date, before: Coverage | null): Coverage | null {
  const times = battles.map((battle) => battle.battleTime.getTime())
  const newest = Math.max(...times, observedAt.getTime() - LOG_DELAY_MS)
  const isFull = battles.length >= FULL_LOG
  const oldest = times.length > 0 ? Math.min(...times) : null
  if (before !== null && (!isFull || (oldest !== null && oldest <= before.to.getTime()))) {
    return { ...before, to: new Date(Math.max(before.to.getTime(), newest)) }
  }
  if (oldest === null) return null
  return { from: new Date(oldest), to: new Date(newest), overflow: before !== null }
}
