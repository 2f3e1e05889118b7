/** A choice of the trophy filter, as its two query parameters. Both ends belong to it. */
export type TrophyRange = { label: string; min: number; max: number }

/** From here on an upper end means no upper end (decision D18b). */
export const TROPHY_MAX_OPEN = 100_000

/** The ranges offered: the product's four, then finer ones, because today's active players have 20k to 235k. */
export const TROPHY_RANGES: readonly TrophyRange[] = [
  { label: '0-5k', min: 0, max: 5000 },
  { label: '5k-15k', min: 5000, max: 15_000 },
  { label: '15k-25k', min: 15_000, max: 25_000 },
  { label: '25k+', min: 25_000, max: TROPHY_MAX_OPEN },
  { label: '25k-50k', min: 25_000, max: 50_000 },
  { label: '50k-75k', min: 50_000, max: 75_000 },
  { label: '75k-100k', min: 75_000, max: 99_999 },
  { label: '100k+', min: 100_000, max: TROPHY_MAX_OPEN },
]

/** What a pair of query parameters filters by, both ends included; `max` is null where there is no upper end. */
export type TrophyFilter = { min: number; max: number | null }

/** The filter of `trophyMin` and `trophyMax`, in trophies. Null, so no filter, unless both are present (product, section 5). */
export function trophyFilter(min: number | undefined, max: number | undefined): TrophyFilter | null {
  if (min === undefined || max === undefined) return null
  return { min, max: max >= TROPHY_MAX_OPEN ? null : max }
}
