import type { BrawlerTier } from './brawler-tiers.ts'
import { PODIUM } from './limits.ts'
import { type RateBasis, rangeOf } from './share-range.ts'

/** By the lower end as it is shown, so that 3 of 3 does not lead; of two that look the same, the higher rate comes first. */
export function byLowerEnd(one: RateBasis, other: RateBasis): number {
  const shownEnd = (rated: RateBasis) => Math.round(rangeOf(rated)?.low ?? -1)
  return shownEnd(other) - shownEnd(one) || (other.rate ?? 0) - (one.rate ?? 0)
}

/** A brawler's rate; of showdowns, the share of places in the better half. */
type Ranked = RateBasis & { tier: BrawlerTier | null; places: { battles: number; top_half: number } | null }

/** Showdowns below which their places tell nothing. */
export const PLACES_FROM = 10

/** Whether enough battles are known to give a brawler a place among the others. */
export function isPlaced({ rate, places }: Pick<Ranked, 'rate' | 'places'>): boolean {
  return rate !== null || (places !== null && places.battles >= PLACES_FROM)
}

/** Those that surely win most come first; those without a tier after the others, and those without a rate last. */
export function reliableFirst<Row extends Ranked>(rows: readonly Row[]): Row[] {
  return rows.toSorted(
    (one, other) => Number(one.tier === null) - Number(other.tier === null) || byLowerEnd(one, other),
  )
}

/**
 * At most three, of rows in the order of calls: those that surely win most, and more than half as it is printed, the
 * highest rate first (docs/formulas.md#tiers). Where no row has a rate, by the places of showdowns.
 */
export function bestBrawlers<Row extends Ranked>(rows: readonly Row[]): Row[] {
  const hasTiers = rows.some(({ tier }) => tier !== null)
  const hasRates = rows.some(({ rate }) => rate !== null)
  const shareOf = ({ rate, places }: Row) => rate ?? places?.top_half ?? 0
  const counts = (row: Row) => (row.tier !== null || !hasTiers) && (row.rate !== null || !hasRates) && isPlaced(row)
  return reliableFirst(rows)
    .filter((row) => counts(row) && Math.round(shareOf(row)) > 50)
    .slice(0, PODIUM)
    .toSorted((one, other) => shareOf(other) - shareOf(one))
}

/** The three best, where there are as many; otherwise nobody. */
export function podiumOf<Row extends Ranked>(rows: readonly Row[]): Row[] {
  const best = bestBrawlers(rows)
  return best.length === PODIUM ? best : []
}
