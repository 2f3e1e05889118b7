/** The tiers of brawlers, the best first. */
export const BRAWLER_TIERS = ['S', 'A', 'B', 'C', 'D'] as const
export type BrawlerTier = (typeof BRAWLER_TIERS)[number]
