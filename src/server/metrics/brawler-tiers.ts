import { BRAWLER_TIERS, type BrawlerTier, TIER_SHARES } from '#shared/brawler-tiers.ts'

/** A brawler's rate: the lower end of its interval, percent, and how much it can be trusted. */
type Rated = { low: number | null; sample: 'none' | 'few' | 'building' | 'enough' }

/**
 * The tier of each brawler, in the order given: by its place among the lower ends. Null with fewer than 100 decided
 * battles, and for all where fewer than 10 brawlers have 100. The same lower end is the same tier
 * (docs/formulas.md#tiers).
 */
export function brawlerTiers(brawlers: readonly Rated[]): (BrawlerTier | null)[] {
  const ends = brawlers
    .filter(isPlaced)
    .map(({ low }) => low)
    .sort((one, other) => (other ?? 0) - (one ?? 0))
  if (ends.length < PLACED_LEAST) return brawlers.map(() => null)
  return brawlers.map((each) => (isPlaced(each) ? tierAt((100 * (ends.indexOf(each.low) + 1)) / ends.length) : null))
}

/** Tiers of fewer brawlers tell nothing. */
const PLACED_LEAST = 10

function isPlaced({ low, sample }: Rated): boolean {
  return low !== null && sample === 'enough'
}

/** The tier of a brawler up to which this percentage of the placed ones goes. */
function tierAt(percentage: number): BrawlerTier {
  let end = 0
  for (const tier of BRAWLER_TIERS) {
    end += TIER_SHARES[tier]
    if (percentage <= end) return tier
  }
  return 'D'
}
