import type { Family } from '#shared/kinds.ts'
import type { Lobby } from './battle-lobby.ts'
import { oneDecimal } from './one-decimal.ts'

/**
 * Battles from which on there is a rate, and from which on it is no longer of few battles
 * (docs/formulas.md#battle-rates).
 */
export const RATED_FROM = 10
export const SOUND_FROM = 20
const TRUSTED_FROM = 100

export type Sample = 'none' | 'few' | 'building' | 'enough'

/** How much a rate can be trusted, by the number of decided battles. */
export function sampleOf(decided: number): Sample {
  if (decided < RATED_FROM) return 'none'
  if (decided < SOUND_FROM) return 'few'
  return decided < TRUSTED_FROM ? 'building' : 'enough'
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

/** Battles that the prior of a player's rate weighs as much as, and that of a part: a mode, a brawler, a map, a pair. */
export const FAMILY_WEIGHT = 20
export const PART_WEIGHT = 25

/** What a rate is drawn towards while there are few battles: a share from 0 to 1, and its weight in battles. */
export type Prior = { prior: number; weight: number }

/** A share drawn towards a prior, as if by `weight` more battles of which this share was won. */
export function shrinkRate(wins: number, decided: number, { prior, weight }: Prior): number {
  return (wins + weight * prior) / (decided + weight)
}

/**
 * The mean share of wins, from 0 to 1, of tracked players with brawlers of a bin in a family against such a lobby; null
 * where too few battles tell it. The bin is null outside the ladder.
 */
export type Baselines = (family: Family, bin: number | null, lobby: Lobby) => number | null

/** Battles that are won or lost. Draws are shown, and are left out of rates. */
export type Tally = { wins: number; losses: number; draws: number }

/** A rate with what it is made of, by the names of the API: percent with one decimal, null with fewer than 10 battles. */
export type Rated = Tally & {
  battles: number
  rate: number | null
  low: number | null
  high: number | null
  sample: Sample
  prior: number | null
  prior_weight: number
}

/**
 * The rate of these battles, drawn towards the prior, and its interval, which is made as wide as it takes to hold the rate
 * (docs/formulas.md#battle-rates).
 */
export function computeRate({ wins, losses, draws }: Tally, prior: Prior): Rated {
  const decided = wins + losses
  const [sample, prior_weight] = [sampleOf(decided), prior.weight]
  const counts = { battles: decided + draws, wins, losses, draws }
  if (sample === 'none') return { ...counts, rate: null, low: null, high: null, sample, prior: null, prior_weight }
  const { low, high } = wilson(wins, losses)
  const rate = percent(shrinkRate(wins, decided, prior))
  const interval = { low: Math.min(percent(low), rate), high: Math.max(percent(high), rate) }
  return { ...counts, rate, ...interval, sample, prior: percent(prior.prior), prior_weight }
}

/** A share from 0 to 1 as percent with one decimal. */
export function percent(share: number): number {
  return oneDecimal(100 * share)
}

/** The order of tables: by the lower end, so that 3 of 3 does not lead; rows without a rate last, most battles first. */
export function byLowerEnd(one: Pick<Rated, 'low' | 'battles'>, other: Pick<Rated, 'low' | 'battles'>): number {
  return (other.low ?? -1) - (one.low ?? -1) || other.battles - one.battles
}

/**
 * `100 (w - sum e_i) / n`: battles won more than others win in the same lobbies, in 100 battles; one decimal, null with
 * fewer than 10. `expected` is the sum over these battles (docs/formulas.md#wins-above-expected).
 */
export function aboveExpected(wins: number, decided: number, expected: number): number | null {
  return decided < RATED_FROM ? null : oneDecimal((100 * (wins - expected)) / decided)
}

/** Star awards per win, two decimals; null without a win (docs/formulas.md#star-awards). */
export function starsPerWin(stars: number, wins: number): number | null {
  return wins === 0 ? null : Math.round((100 * stars) / wins) / 100
}
