import {
  type BrawlerCounts,
  beginOf,
  COUNTS,
  createTallies,
  newCounts,
  STRATA,
  type Tallies,
  WIDTH,
} from '#server/metrics/battle-meta.ts'
import { putNumber, takeNumber } from './pack-battles.ts'

/*
 * The counts of a week, as they are stored: brawlers by id, each with how far its id is from the one before, the number
 * of its strata, and these. A stratum begins with its number and which counts follow, so that showdowns store no wins
 * and team battles no places. Numbers have seven bits a byte. Equal counts have equal bytes.
 */
const WINS = 1
const PLACES = 2

/** The counts as they are stored. */
export function packTallies({ begins, counts }: Tallies): Buffer {
  const bytes: number[] = []
  let last = 0
  for (const [brawler, begin] of [...begins].sort(([one], [other]) => one - other)) {
    const strata = Array.from({ length: STRATA }, (_, stratum) => stratum).filter(
      (stratum) => counts[begin + stratum * WIDTH] !== 0,
    )
    if (strata.length === 0) continue
    putNumber(bytes, brawler - last)
    putNumber(bytes, strata.length)
    for (const stratum of strata) {
      const at = begin + stratum * WIDTH
      putStratum(bytes, stratum, counts.subarray(at, at + WIDTH))
    }
    last = brawler
  }
  return Buffer.from(bytes)
}

function putStratum(bytes: number[], stratum: number, counts: Float64Array): void {
  const of = (count: keyof typeof COUNTS) => counts[COUNTS[count]] ?? 0
  const decided = of('wins') + of('losses') + of('draws')
  const has = (decided + of('stars') > 0 ? WINS : 0) | (of('placed') > 0 ? PLACES : 0)
  bytes.push(stratum * 4 + has)
  putNumber(bytes, of('picks') - decided - of('placed'))
  if (has & WINS) for (const count of ['wins', 'losses', 'draws', 'stars'] as const) putNumber(bytes, of(count))
  if (has & PLACES) for (const count of ['placed', 'places', 'topHalves'] as const) putNumber(bytes, of(count))
}

const TEAM_COUNTS = [COUNTS.wins, COUNTS.losses, COUNTS.draws, COUNTS.stars] as const
const PLACE_COUNTS = [COUNTS.placed, COUNTS.places, COUNTS.topHalves] as const

/** Adds packed counts to others. Most numbers take one byte, which is read without a call: an answer adds up thousands. */
function addPacked(tallies: Tallies, packed: Uint8Array): void {
  const at = { place: 0 }
  let brawler = 0
  while (at.place < packed.length) {
    brawler += takeNumber(packed, at)
    const strata = takeNumber(packed, at)
    const begin = beginOf(tallies, brawler)
    at.place = addStrata(tallies.counts, begin, { packed, place: at.place, strata })
  }
}

type Strata = { packed: Uint8Array; place: number; strata: number }

/** Adds the strata of a brawler. Returns the place behind them. */
function addStrata(counts: Float64Array, begin: number, { packed, place, strata }: Strata): number {
  const at = { place }
  for (let left = strata; left > 0; left--) {
    const head = packed[at.place++] as number
    const to = begin + (head >> 2) * WIDTH
    let byte = packed[at.place++] as number
    let picks = byte < 128 ? byte : takeLong(packed, at, byte)
    if (head & WINS) {
      for (let each = 0; each < TEAM_COUNTS.length; each++) {
        byte = packed[at.place++] as number
        const number = byte < 128 ? byte : takeLong(packed, at, byte)
        const place = to + (TEAM_COUNTS[each] as number)
        counts[place] = (counts[place] as number) + number
        if (each < 3) picks += number
      }
    }
    if (head & PLACES) {
      for (let each = 0; each < PLACE_COUNTS.length; each++) {
        byte = packed[at.place++] as number
        const number = byte < 128 ? byte : takeLong(packed, at, byte)
        const place = to + (PLACE_COUNTS[each] as number)
        counts[place] = (counts[place] as number) + number
        if (each === 0) picks += number
      }
    }
    counts[to] = (counts[to] as number) + picks
  }
  return at.place
}

/** A number of several bytes, of which the first was read. */
function takeLong(packed: Uint8Array, at: { place: number }, first: number): number {
  return first - 128 + 128 * takeNumber(packed, at)
}

/** Packed counts of several weeks or lobbies, added up. */
export function talliesOf(packed: readonly Uint8Array[]): Tallies {
  const tallies = createTallies()
  for (const each of packed) addPacked(tallies, each)
  return tallies
}

/** The counts of one brawler beside those of all, added up. */
export function countsOf(brawler: number, packed: readonly Uint8Array[]): BrawlerCounts {
  const [own, all] = [newCounts(), newCounts()]
  for (const bytes of packed) {
    const at = { place: 0 }
    let each = 0
    while (at.place < bytes.length) {
      each += takeNumber(bytes, at)
      const strata = takeNumber(bytes, at)
      const from = { packed: bytes, place: at.place, strata }
      if (each === brawler) addStrata(own, 0, from)
      at.place = addStrata(all, 0, from)
    }
  }
  return { own, all }
}
