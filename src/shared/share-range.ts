/**
 * Where a share lies in 95 of 100 cases, from 0 to 1, when it was drawn towards a prior: the spread of a Beta distribution
 * around it. `weight`: the battles that it rests on, those of the prior among them (docs/formulas.md#battle-rates).
 */
export function shareRange(share: number, weight: number): { low: number; high: number } {
  const half = 1.96 * Math.sqrt((share * (1 - share)) / (weight + 1))
  return { low: Math.max(0, share - half), high: Math.min(1, share + half) }
}
