type Milestone = { trophy_count: number; achieved_date: string | null }

const SHOWN = 5

/** The highest milestones, and how many lower ones are left out. */
export function latestMilestones<M extends Milestone>(milestones: readonly M[]): { shown: M[]; before: number } {
  const highestFirst = milestones.toSorted((one, other) => other.trophy_count - one.trophy_count)
  return { shown: highestFirst.slice(0, SHOWN), before: Math.max(0, milestones.length - SHOWN) }
}
