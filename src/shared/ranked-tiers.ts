import { titleCase } from './game-names.ts'
import { factsInWords, formatThousands } from './number-format.ts'
import { type PlainTextId, t } from './texts.ts'

/** What a profile's number of 0 says: no match of placement was finished in this season. */
export const UNRANKED = 'UNRANKED'

/**
 * The tiers of the Ranked mode by the names that the game gives them, the lowest first, each with the rating that it
 * begins with (docs/game-api.md#ranked). Stored history names tiers by their places here, so the order stays.
 */
export const RANKED_TIERS: readonly { name: string; from: number }[] = [
  ...steps('BRONZE', 0, 250, 500),
  ...steps('SILVER', 750, 1000, 1250),
  ...steps('GOLD', 1500, 2000, 2500),
  ...steps('DIAMOND', 3000, 3500, 4000),
  ...steps('MYTHIC', 4500, 5000, 5500),
  ...steps('LEGENDARY', 6000, 6750, 7500),
  ...steps('MASTERS', 8250, 9250, 10_250),
  { name: 'PRO', from: 11_250 },
]

function steps(name: string, ...from: readonly [number, number, number]) {
  return ['I', 'II', 'III'].map((step, place) => ({ name: `${name} ${step}`, from: from[place] ?? 0 }))
}

/** The game's longest is `LEGENDARY III`. */
const LONGEST_TIER = 40

/** A tier's name as it is stored: in capitals, with single spaces. */
export function knownTier(name: string): string {
  return name.trim().replaceAll(/\s+/g, ' ').toUpperCase().slice(0, LONGEST_TIER)
}

/** The place of a tier from the lowest, 1, to the highest, 22; 0 is unranked. Null: nobody knows the tier. */
export function tierPlace(tier: string): number | null {
  if (tier === UNRANKED) return 0
  const place = RANKED_TIERS.findIndex(({ name }) => name === tier)
  return place < 0 ? null : place + 1
}

const FAMILY_NAMES = new Map<string, PlainTextId>([
  [UNRANKED, 'game.unranked'],
  ['BRONZE', 'game.bronze'],
  ['SILVER', 'game.silver'],
  ['GOLD', 'game.gold'],
  ['DIAMOND', 'game.diamond'],
  ['MYTHIC', 'game.mythic'],
  ['LEGENDARY', 'game.legendary'],
  ['MASTERS', 'game.masters'],
  ['PRO', 'game.pro'],
])

/** A tier for readers: `MYTHIC II` and `Mythic II` are `Mythic II`. One that nobody knows is shown as it came. */
export function tierName(tier: string): string {
  const [family = '', ...step] = tier.split(' ')
  const known = FAMILY_NAMES.get(family.toUpperCase())
  if (known !== undefined) return [t(known), ...step].join(' ')
  return titleCase(tier).replaceAll(/\b(?:Ii|Iii|Iv|Vi)\b/g, (step) => step.toUpperCase())
}

/** The name of the tier at a place, for readers: 14 is `Mythic II`. */
export function tierAt(place: number): string {
  return tierName(place === 0 ? UNRANKED : (RANKED_TIERS[place - 1]?.name ?? ''))
}

/** What is missing to the next tier; null in the highest one, and where tier or rating are not known. */
export function nextTier({ tier, rating }: { tier: string | null; rating: number | null }) {
  const place = tier === null ? null : tierPlace(tier)
  if (place === null || rating === null) return null
  const next = RANKED_TIERS[place]
  // Where the thresholds have changed, a rating may be above the next tier's: then nobody knows what is missing.
  return next === undefined || next.from <= rating ? null : { tier: next.name, missing: next.from - rating }
}

/** A standing as calls give it; null where nothing of it is known. */
export function shownStanding({ tier, rating }: { tier: string | null; rating: number | null }) {
  if (tier === null && rating === null) return null
  return { tier: tier === null ? null : tierName(tier), tier_place: tier === null ? null : tierPlace(tier), rating }
}

/** A shown standing in a line: `Mythic II, 5,100`; null where nothing of it is known. */
export function standingText({ tier, rating }: { tier: string | null; rating: number | null }): string | null {
  const name = tier === null ? null : tierName(tier)
  return factsInWords([name, rating === null ? null : formatThousands(rating)]) || null
}
