import { BIN_SIZE, LAST_BIN } from '#shared/contract/battles.ts'
import { type Sample, sampleOf, shrinkRate, wilson } from './battle-rates.ts'

/** Bins of trophies, and one more for picks whose trophies are not told or do not count. */
const BINS = LAST_BIN / BIN_SIZE + 2
/** Picks of players whose own log told the battle, and of all others: the former win more. */
export const SIDES = ['tracked', 'other'] as const
export const STRATA = BINS * SIDES.length

/** What is counted of the picks of a brawler in a stratum, by its place in the tallies. */
export const COUNTS = { picks: 0, wins: 1, losses: 2, draws: 3, stars: 4, placed: 5, places: 6, topHalves: 7 } as const
export const WIDTH = 8

/** Counts of each brawler in each stratum: one array, since an answer adds up a hundred thousand of them. */
export type Tallies = {
  /** Where the counts of a brawler begin. */
  readonly begins: Map<number, number>
  counts: Float64Array
}

/** Numbers of one brawler. */
const BLOCK = STRATA * WIDTH
const BRAWLERS_AT_FIRST = 128

export function createTallies(brawlers = BRAWLERS_AT_FIRST): Tallies {
  return { begins: new Map(), counts: new Float64Array(brawlers * BLOCK) }
}

/** Where the counts of a brawler begin; a new brawler begins with none. */
export function beginOf(tallies: Tallies, brawler: number): number {
  const known = tallies.begins.get(brawler)
  if (known !== undefined) return known
  const begin = tallies.begins.size * BLOCK
  if (begin === tallies.counts.length) {
    const grown = new Float64Array(Math.max(BLOCK, 2 * begin))
    grown.set(tallies.counts)
    tallies.counts = grown
  }
  tallies.begins.set(brawler, begin)
  return begin
}

/** The stratum of a pick within its family. `bin`: the lowest trophies of the bin, null where they do not count. */
export function stratumOf(side: (typeof SIDES)[number], bin: number | null): number {
  return (bin === null ? BINS - 1 : bin / BIN_SIZE) * SIDES.length + (side === 'tracked' ? 0 : 1)
}

/** How a brawler does in the chosen strata (docs/formulas.md#brawlers-that-win). Shares run from 0 to 1. */
export type BrawlerMeta = {
  brawler: number
  picks: number
  wins: number
  losses: number
  draws: number
  /** 0.5 for an average brawler; null without a decided battle. */
  corrected: number | null
  /** The corrected share drawn towards 0.5, and its interval; null with too few battles. */
  rate: number | null
  low: number | null
  high: number | null
  sample: Sample
  pickRate: number
  /** Null without a win, and where no battle names a star player, as in duels. */
  starsPerWin: number | null
  /** In showdowns; null where there was none. */
  showdown: { battles: number; meanPlace: number; topHalf: number } | null
}

export const META_PRIOR = { prior: 0.5, weight: 50 } as const

/**
 * Every brawler with picks in one family, those with the highest lower end of the interval first. `bin` leaves out all other
 * bins. The picks must be of one family: families are never mixed.
 */
export function brawlerMeta(tallies: Tallies, bin: number | null = null): BrawlerMeta[] {
  const strata = chosenStrata(bin)
  const means = meansOf(tallies.counts, tallies.begins.size, strata)
  const sums = [...tallies.begins].map(([brawler, begin]) => sumOf(tallies.counts, { brawler, begin, strata, means }))
  const all = { picks: 0, stars: 0 }
  for (const { picks, stars } of sums) {
    all.picks += picks
    all.stars += stars
  }
  return sums
    .filter(({ picks }) => picks > 0)
    .map((sum) => toBrawlerMeta(sum, all))
    .sort(byLowerEnd)
}

/** The counts by stratum of one brawler, and of all brawlers together. */
export type BrawlerCounts = { own: Float64Array; all: Float64Array }

export function newCounts(): Float64Array {
  return new Float64Array(BLOCK)
}

/** What `brawlerMeta` says of one brawler, without counting the others one by one. `meta` is null where nobody picked it. */
export function oneBrawlerMeta(
  brawler: number,
  { own, all }: BrawlerCounts,
  bin: number | null = null,
): { meta: BrawlerMeta | null; picks: number } {
  const strata = chosenStrata(bin)
  const means = meansOf(all, 1, strata)
  const of = { brawler, begin: 0, strata, means }
  const [sum, everybody] = [sumOf(own, of), sumOf(all, of)]
  return { meta: sum.picks === 0 ? null : toBrawlerMeta(sum, everybody), picks: everybody.picks }
}

const ALL_STRATA = Array.from({ length: STRATA }, (_, stratum) => stratum)

function chosenStrata(bin: number | null): readonly number[] {
  return bin === null ? ALL_STRATA : SIDES.map((side) => stratumOf(side, bin))
}

/** The share of wins in each stratum, over all blocks of counts; 0 where nothing was decided. */
function meansOf(counts: Float64Array, blocks: number, strata: readonly number[]): Float64Array {
  const means = new Float64Array(STRATA)
  for (const stratum of strata) {
    let [wins, losses] = [0, 0]
    for (let at = stratum * WIDTH, end = blocks * BLOCK; at < end; at += BLOCK) {
      wins += counts[at + COUNTS.wins] ?? 0
      losses += counts[at + COUNTS.losses] ?? 0
    }
    means[stratum] = wins + losses === 0 ? 0 : wins / (wins + losses)
  }
  return means
}

type Sum = Record<keyof typeof COUNTS | 'brawler' | 'expected', number>
type Place = { brawler: number; begin: number; strata: readonly number[]; means: Float64Array }

/** The counts of a brawler, and how many wins an average brawler would have had in its strata. */
function sumOf(counts: Float64Array, { brawler, begin, strata, means }: Place): Sum {
  const total = new Float64Array(WIDTH)
  let expected = 0
  for (const stratum of strata) {
    const at = begin + stratum * WIDTH
    if (counts[at] === 0) continue
    for (let place = 0; place < WIDTH; place++) total[place] = (total[place] ?? 0) + (counts[at + place] ?? 0)
    const decided = (counts[at + COUNTS.wins] ?? 0) + (counts[at + COUNTS.losses] ?? 0)
    expected += decided * (means[stratum] ?? 0)
  }
  const of = (count: keyof typeof COUNTS) => total[COUNTS[count]] ?? 0
  return {
    brawler,
    expected,
    picks: of('picks'),
    wins: of('wins'),
    losses: of('losses'),
    draws: of('draws'),
    stars: of('stars'),
    placed: of('placed'),
    places: of('places'),
    topHalves: of('topHalves'),
  }
}

function toBrawlerMeta(sum: Sum, all: Pick<Sum, 'picks' | 'stars'>): BrawlerMeta {
  const { brawler, picks, wins, losses, draws, stars, placed } = sum
  return {
    brawler,
    picks,
    wins,
    losses,
    draws,
    ...ratesOf(sum),
    pickRate: picks / all.picks,
    starsPerWin: wins === 0 || all.stars === 0 ? null : stars / wins,
    showdown:
      placed === 0 ? null : { battles: placed, meanPlace: sum.places / placed, topHalf: sum.topHalves / placed },
  }
}

/** The interval is that of the corrected wins, made as wide as it takes to hold the rate that is shown. */
function ratesOf({ wins, losses, expected }: Sum): Pick<BrawlerMeta, 'corrected' | 'rate' | 'low' | 'high' | 'sample'> {
  const decided = wins + losses
  const sample = sampleOf(decided)
  const corrected = decided === 0 ? null : 0.5 + (wins - expected) / decided
  if (corrected === null || sample === 'none') return { corrected, rate: null, low: null, high: null, sample }
  const correctedWins = Math.min(decided, Math.max(0, corrected * decided))
  const rate = shrinkRate(correctedWins, decided, META_PRIOR)
  const { low, high } = wilson(correctedWins, decided - correctedWins)
  return { corrected, rate, low: Math.min(low, rate), high: Math.max(high, rate), sample }
}

function byLowerEnd(one: BrawlerMeta, other: BrawlerMeta): number {
  const [low, lowest] = [one.low ?? -1, other.low ?? -1]
  return lowest - low || topHalf(other) - topHalf(one) || other.picks - one.picks || one.brawler - other.brawler
}

/** In showdowns, which have no rate, the lower end of the share of upper halves. */
function topHalf({ showdown }: BrawlerMeta): number {
  if (showdown === null || sampleOf(showdown.battles) === 'none') return -1
  const upper = showdown.topHalf * showdown.battles
  return wilson(upper, showdown.battles - upper).low
}

/** How the shown rate moved, as a share; null where either has too few battles. */
export function changeOf(now: BrawlerMeta, before: BrawlerMeta | undefined): number | null {
  return now.rate === null || before === undefined || before.rate === null ? null : now.rate - before.rate
}
