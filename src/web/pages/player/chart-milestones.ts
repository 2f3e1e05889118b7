import { milestoneName, milestonesUpTo } from '#shared/milestones.ts'

/** The milestones between the lowest and the highest of these trophies, as lines for the chart. */
export function chartMilestones(trophies: readonly (number | null)[]): { value: number; label: string }[] {
  const known = trophies.filter((value) => value !== null)
  const lowest = Math.min(...known)
  return milestonesUpTo(Math.max(0, ...known))
    .filter((milestone) => milestone >= lowest)
    .map((value) => ({ value, label: milestoneName(value) }))
}
