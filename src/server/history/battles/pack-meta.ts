import { beginOf, COUNTS, createTallies, STRATA, type Tallies, WIDTH } from '#server/metrics/battle-meta.ts'

/*
 * The counts of a week, as they are stored: brawlers by id, each with how far its id is from the one before, the number of its
 * strata, and these. A stratum begins with its number and which counts follow, so that showdowns store no wins and team
 * battles no places. Numbers have seven bits a byte. Equal counts have equal bytes.
 */
const WINS = 1
const PLACES = 2

/** The counts in bytes. */
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

function putNumber(bytes: number[], number: number): void {
  let rest = number
  while (rest >= 128) {
    bytes.push((rest % 128) + 128)
    rest = Math.floor(rest / 128)
  }
  bytes.push(rest)
}

/** Adds packed counts to others. One loop without calls for each count: an answer adds up a hundred thousand. */
export function addPacked(tallies: Tallies, packed: Uint8Array): void {
  let place = 0
  const next = (): number => {
    let byte = packed[place++] ?? 0
    if (byte < 128) return byte
    let number = byte - 128
    for (let scale = 128; byte >= 128; scale *= 128) {
      byte = packed[place++] ?? 0
      number += (byte % 128) * scale
    }
    return number
  }
  let brawler = 0
  while (place < packed.length) {
    brawler += next()
    const begin = beginOf(tallies, brawler)
    const { counts } = tallies
    const add = (at: number): number => {
      const number = next()
      counts[at] = (counts[at] ?? 0) + number
      return number
    }
    for (let left = next(); left > 0; left--) {
      const head = packed[place++] ?? 0
      const at = begin + (head >> 2) * WIDTH
      let picks = next()
      if (head & WINS) {
        picks += add(at + COUNTS.wins) + add(at + COUNTS.losses) + add(at + COUNTS.draws)
        add(at + COUNTS.stars)
      }
      if (head & PLACES) {
        picks += add(at + COUNTS.placed)
        add(at + COUNTS.places)
        add(at + COUNTS.topHalves)
      }
      counts[at] = (counts[at] ?? 0) + picks
    }
  }
}

/** Packed counts of several weeks or lobbies, added up. */
export function talliesOf(packed: readonly Uint8Array[]): Tallies {
  const tallies = createTallies()
  for (const each of packed) addPacked(tallies, each)
  return tallies
}
