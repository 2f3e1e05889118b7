/** The tiers of brawlers, the best first. */
export const BRAWLER_TIERS = ['S', 'A', 'B', 'C', 'D'] as const
export type BrawlerTier = (typeof BRAWLER_TIERS)[number]

/** How many of 100 brawlers are in each tier. The text `meta.tiersShares` says the same. */
export const TIER_SHARES: Record<BrawlerTier, number> = { S: 10, A: 20, B: 40, C: 20, D: 10 }
