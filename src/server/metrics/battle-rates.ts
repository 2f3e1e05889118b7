/** Fewer battles give no rate, few battles, or a rate that is still building up (docs/formulas.md#battle-rates). */
const NO_RATE_BELOW = 10
const FEW_BELOW = 20
const BUILDING_BELOW = 100

export type Sample = 'none' | 'few' | 'building' | 'enough'

/** How much a rate of so many decided battles can be trusted. */
export function sampleOf(decided: number): Sample {
  if (decided < NO_RATE_BELOW) return 'none'
  if (decided < FEW_BELOW) return 'few'
  return decided < BUILDING_BELOW ? 'building' : 'enough'
}

/** A share of wins and the interval around it, from 0 to 1. */
export type Interval = { low: number; high: number }

const Z = 1.96

/**
 * The Wilson interval of a share of wins, which holds in 95 of 100 cases; from 0 to 1, and all of it without any battle
 * (docs/formulas.md#battle-rates). Wins may be a fraction.
 */
export function wilson(wins: number, losses: number): Interval {
  const decided = wins + losses
  if (decided === 0) return { low: 0, high: 1 }
  const centre = (wins + 1.92) / (decided + 3.84)
  const half = (Z / (decided + 3.84)) * Math.sqrt((wins * losses) / decided + 0.96)
  return { low: Math.max(0, centre - half), high: Math.min(1, centre + half) }
}

/** A share drawn towards a prior, as if by `weight` more battles of which this share was won. */
export function drawn(wins: number, decided: number, { prior, weight }: { prior: number; weight: number }): number {
  return (wins + weight * prior) / (decided + weight)
}
