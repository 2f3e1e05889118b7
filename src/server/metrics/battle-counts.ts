import { BIN_SIZE, LAST_BIN, LOBBIES, type LOBBY_CHOICES, type RATED_FAMILIES } from '#shared/contract/battles.ts'
import { trophyBin } from './battle-lobby.ts'
import {
  type Baselines,
  byLowerEnd,
  computeRate,
  FAMILY_WEIGHT,
  type Prior,
  percent,
  type Rated,
  type Tally,
} from './battle-rates.ts'
import { oneDecimal } from './one-decimal.ts'
import type { PlayerSide } from './player-side.ts'

/** Which battles a reader asks for (docs/formulas.md#battles). */
export type Choice = { family: (typeof RATED_FAMILIES)[number]; lobby: (typeof LOBBY_CHOICES)[number] }

/** `people` leaves out lobbies that were probably filled by the computer, and keeps those of which nothing is known. */
export function isChosen(side: PlayerSide, { family, lobby }: Choice): boolean {
  return side.family === family && (lobby === 'all' || side.lobby === 'people' || side.lobby === 'unknown')
}

/** What is added up over battles of one player. */
export type Count = Tally & {
  /** Showdowns whose place and number of teams are known; they have no result. */
  showdowns: number
  places: number
  topHalves: number
  /** Star awards, and wins in battles that named a star player. */
  stars: number
  starWins: number
  trophies: number
}

export function newCount(): Count {
  return { wins: 0, losses: 0, draws: 0, showdowns: 0, places: 0, topHalves: 0, stars: 0, starWins: 0, trophies: 0 }
}

export function countSide(count: Count, side: PlayerSide): void {
  if (side.result !== null) countResult(count, side.result)
  else if (side.place !== null && side.teams !== null) {
    count.showdowns += 1
    count.places += side.place
    if (side.place <= Math.floor(side.teams / 2)) count.topHalves += 1
  }
  if (side.star !== null) {
    if (side.star) count.stars += 1
    if (side.result === 'win') count.starWins += 1
  }
  count.trophies += side.trophyChange
}

export function countResult(tally: Tally, result: NonNullable<PlayerSide['result']>): void {
  if (result === 'win') tally.wins += 1
  else if (result === 'loss') tally.losses += 1
  else tally.draws += 1
}

export function addCount(sum: Count, count: Count): void {
  sum.wins += count.wins
  sum.losses += count.losses
  sum.draws += count.draws
  sum.showdowns += count.showdowns
  sum.places += count.places
  sum.topHalves += count.topHalves
  sum.stars += count.stars
  sum.starWins += count.starWins
  sum.trophies += count.trophies
}

/**
 * Decided battles by the lobby and by the bin of the brawler, in one family: those won, and those lost. In plain
 * arrays, since an answer makes hundreds of them, and the memory of typed ones is outside of the engine's.
 */
export type Outcomes = { wins: number[]; losses: number[] }

/** Bins of trophies, and one more for what has none. */
const BINS = LAST_BIN / BIN_SIZE + 2
const NO_BIN = BINS - 1

export function newOutcomes(): Outcomes {
  const zeros = new Array<number>(LOBBIES.length * BINS).fill(0)
  return { wins: zeros, losses: zeros.slice() }
}

/** Counts a battle; all must be of one family. */
export function countOutcome(outcomes: Outcomes, { result, family, brawlers, lobby }: PlayerSide): void {
  if (result !== 'win' && result !== 'loss') return
  const trophies = family === 'ladder' ? (brawlers[0]?.trophies ?? null) : null
  const bin = trophies === null ? NO_BIN : trophyBin(trophies) / BIN_SIZE
  const counts = result === 'win' ? outcomes.wins : outcomes.losses
  const place = LOBBIES.indexOf(lobby) * BINS + bin
  counts[place] = (counts[place] ?? 0) + 1
}

/** What others win in the same lobbies, added up over decided battles; `known`: where enough of theirs tell it. */
export type Expected = { decided: number; known: number; knownWins: number; sum: number }

/** What others win in each lobby and bin, in the places of `Outcomes`; null where too few battles tell it. */
type Shares = readonly (number | null)[]

export function sharesOfOthers(family: Choice['family'], baselines: Baselines): Shares {
  const bins = Array.from({ length: BINS }, (_, bin) => (bin === NO_BIN ? null : bin * BIN_SIZE))
  return LOBBIES.flatMap((lobby) => bins.map((bin) => baselines(family, bin, lobby)))
}

/** What is expected of these battles. */
export function expectedOf({ wins, losses }: Outcomes, shares: Shares): Expected {
  const expected = { decided: 0, known: 0, knownWins: 0, sum: 0 }
  for (let place = 0; place < wins.length; place++) {
    const won = wins[place] ?? 0
    const decided = won + (losses[place] ?? 0)
    if (decided === 0) continue
    expected.decided += decided
    const share = shares[place] ?? null
    if (share === null) continue
    expected.known += decided
    expected.knownWins += won
    expected.sum += share * decided
  }
  return expected
}

/** Where it is not known what others win. */
const EVEN = 0.5

/**
 * What a player's rate is drawn towards: the mean of what others win in the same lobbies
 * (docs/formulas.md#battle-rates).
 */
export function familyPrior({ decided, known, sum }: Pick<Expected, 'decided' | 'known' | 'sum'>): Prior {
  const prior = decided === 0 ? EVEN : (sum + EVEN * (decided - known)) / decided
  return { prior, weight: FAMILY_WEIGHT }
}

/** Showdowns by the names of the API: the mean place, and the percentage in the better half (docs/formulas.md#showdowns). */
type Places = { battles: number; mean_place: number; top_half: number }

/** A row of a table: wins and losses as a rate, and showdowns beside it. */
export type CountedRate = Rated & { places: Places | null }

export function ratedCount(count: Count, prior: Prior): CountedRate {
  return { ...computeRate(count, prior), places: placesOf(count) }
}

function placesOf({ showdowns, places, topHalves }: Count): Places | null {
  if (showdowns === 0) return null
  return { battles: showdowns, mean_place: oneDecimal(places / showdowns), top_half: percent(topHalves / showdowns) }
}

/** The order of tables, in which rows with showdowns alone come last. */
export function byStrength(one: CountedRate, other: CountedRate): number {
  return byLowerEnd(one, other) || (other.places?.battles ?? 0) - (one.places?.battles ?? 0)
}

/** The element of a map, which is made where there is none. */
export function entryOf<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}
