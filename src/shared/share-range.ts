/**
 * Where a share lies in 95 of 100 cases, from 0 to 1, when it was drawn towards a prior: the spread of a Beta distribution
 * around it. `weight`: the battles that it rests on, those of the prior among them (docs/formulas.md#battle-rates).
 */
export function shareRange(share: number, weight: number): { low: number; high: number } {
  const half = 1.96 * Math.sqrt((share * (1 - share)) / (weight + 1))
  return { low: Math.max(0, share - half), high: Math.min(1, share + half) }
}

/** A rate by the names of the API, in percent, with what it rests on. */
export type RateBasis = { rate: number | null; wins: number; losses: number; prior_weight: number }
export type Range = { low: number; high: number }

/**
 * Where a rate lies in 95 of 100 cases, in percent, around the rate as it is shown; null without a rate. The `low` and
 * `high` of calls are of the battles alone, while the rate is drawn towards its prior (docs/formulas.md#battle-rates).
 */
export function rangeOf({ rate, wins, losses, prior_weight }: RateBasis): Range | null {
  if (rate === null) return null
  const { low, high } = shareRange(rate / 100, wins + losses + prior_weight)
  return { low: 100 * low, high: 100 * high }
}
