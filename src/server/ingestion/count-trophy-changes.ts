/** A stored observation of a player. */
export type Seen = { at: Date; trophies: number }
/** A battle that moved trophies, or did not. */
export type Fought = { at: Date; trophyChange: number }
/** A span of time in which every battle is known. */
export type Covered = { from: Date; to: Date }

/**
 * Trophy changes a UTC day (analytics, "observations and days"): two successive observations that differ count as one
 * change on the day of the later; where the battle log covers the time between them, each battle with a non-zero
 * trophyChange counts as one on its own day instead. A fall on a reset day that no battle explains does not count.
 * Observations, battles and spans in the order of time.
 */
export function countTrophyChanges(
  observations: Seen[],
  battles: Fought[],
  coverage: Covered[],
  resetDays: ReadonlySet<string> = new Set(),
): Map<string, number> {
  const counts = new Map<string, number>()
  const count = (moment: Date) => {
    const day = moment.toISOString().slice(0, 10)
    counts.set(day, (counts.get(day) ?? 0) + 1)
  }
  observations.forEach((later, index) => {
    const earlier = observations[index - 1]
    if (earlier === undefined) return
    if (isCovered(coverage, earlier.at, later.at)) {
      for (const battle of battles) if (moved(battle, earlier.at, later.at)) count(battle.at)
    } else if (later.trophies !== earlier.trophies && !isReset(earlier, later, resetDays)) count(later.at)
  })
  return counts
}

function isCovered(coverage: Covered[], from: Date, to: Date): boolean {
  return coverage.some((span) => span.from <= from && span.to >= to)
}

function moved(battle: Fought, from: Date, to: Date): boolean {
  return battle.trophyChange !== 0 && battle.at > from && battle.at <= to
}

function isReset(earlier: Seen, later: Seen, resetDays: ReadonlySet<string>): boolean {
  return later.trophies < earlier.trophies && resetDays.has(later.at.toISOString().slice(0, 10))
}
