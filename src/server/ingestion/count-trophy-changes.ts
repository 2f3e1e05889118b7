import { type CalendarDay, dayOf } from '#shared/calendar-day.ts'

/** A stored observation of a player; `isReset` when its fall was the season's end or a withdrawn brawler. */
export type Seen = { at: Date; trophies: number; isReset: boolean }
/** A battle that moved trophies, or did not. */
export type Fought = { at: Date; trophyChange: number }
/** A span of time in which every battle is known. */
export type Covered = { from: Date; to: Date }

/**
 * Trophy changes a UTC day (analytics, "observations and days"): two successive observations that differ count as one
 * change on the day of the later; where the battle log covers the time between them, each battle with a non-zero
 * trophyChange counts as one on its own day instead. A reset does not count. All in the order of time.
 */
export function countTrophyChanges(
  observations: readonly Seen[],
  battles: readonly Fought[],
  coverage: readonly Covered[],
): Map<CalendarDay, number> {
  const counts = new Map<CalendarDay, number>()
  const count = (moment: Date) => counts.set(dayOf(moment), (counts.get(dayOf(moment)) ?? 0) + 1)
  observations.forEach((later, index) => {
    const earlier = observations[index - 1]
    if (earlier === undefined) return
    if (isCovered(coverage, earlier.at, later.at)) {
      for (const battle of battles) if (moved(battle, earlier.at, later.at)) count(battle.at)
    } else if (later.trophies !== earlier.trophies && !later.isReset) count(later.at)
  })
  return counts
}

function isCovered(coverage: readonly Covered[], from: Date, to: Date): boolean {
  return coverage.some((span) => span.from <= from && span.to >= to)
}

function moved(battle: Fought, from: Date, to: Date): boolean {
  return battle.trophyChange !== 0 && battle.at > from && battle.at <= to
}
