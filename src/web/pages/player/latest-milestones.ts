type Milestone = { trophy_count: number; achieved_date: string | null }

const SHOWN = 6

/** The highest milestones first, and the lower ones that are shown on demand. */
export function latestMilestones<M extends Milestone>(milestones: readonly M[]): { shown: M[]; before: M[] } {
  const highestFirst = milestones.toSorted((one, other) => other.trophy_count - one.trophy_count)
  return { shown: highestFirst.slice(0, SHOWN), before: highestFirst.slice(SHOWN) }
}
