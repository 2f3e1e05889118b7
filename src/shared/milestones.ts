/** Trophies worth a celebration up to 100k; beyond it every 25k is one (spec: analytics, Milestones). */
const FIRST_MILESTONES = [1, 5, 10, 15, 20, 25, 30, 40, 50, 60, 70, 80, 90, 100].map((thousand) => thousand * 1000)
const LAST_NAMED = 100_000
const STEP = 25_000

/** The lowest milestone above this number of trophies. There is always one. */
export function milestoneAbove(trophies: number): number {
  const named = FIRST_MILESTONES.find((milestone) => milestone > trophies)
  return named ?? LAST_NAMED + STEP * (Math.floor((trophies - LAST_NAMED) / STEP) + 1)
}

/** The milestones at or below this number of trophies, lowest first. */
export function milestonesUpTo(trophies: number): number[] {
  const reached: number[] = []
  for (let next = milestoneAbove(0); next <= trophies; next = milestoneAbove(next)) reached.push(next)
  return reached
}

/** How a milestone is called: `1k`, `125k`, `1M`, `1.025M`. */
export function milestoneName(trophies: number): string {
  return trophies < 1_000_000 ? `${trophies / 1000}k` : `${trophies / 1_000_000}M`
}
