import { percent } from './battle-rates.ts'

/** A span of time in which every battle of a player is known; `overflow`: battles before it were missed. Milliseconds since 1970. */
export type CoveredSpan = { from: number; to: number; overflow: boolean }

/** A player with what their battle logs cover, oldest first. */
export type CoveredPlayer = { trackedSince: number; spans: readonly CoveredSpan[] }

/** By the names of the API. */
type BattleCoverage = { share: number | null; since: string | null; missed: boolean }

/**
 * Which part of the time is known: of the time between `from` and `now` in which the players were tracked, the percentage of
 * which every battle is known; null before the first battle log (docs/formulas.md#known-time).
 */
export function battleCoverage(
  players: readonly CoveredPlayer[],
  { from, now }: { from: number; now: number },
): BattleCoverage {
  const spans = players.flatMap((player) => player.spans)
  if (spans.length === 0) return { share: null, since: null, missed: false }
  let [known, tracked] = [0, 0]
  for (const { trackedSince, spans } of players) {
    const start = Math.max(from, trackedSince)
    tracked += Math.max(0, now - start)
    for (const span of spans) known += Math.max(0, Math.min(span.to, now) - Math.max(span.from, start))
  }
  const since = Math.min(...spans.map((span) => span.from))
  return {
    share: tracked === 0 ? null : percent(known / tracked),
    since: new Date(since).toISOString(),
    missed: spans.some((span) => span.overflow && span.from > from),
  }
}
