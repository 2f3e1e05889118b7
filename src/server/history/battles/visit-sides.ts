import type { Sides } from '#server/metrics/player-side.ts'
import { DAY_MS } from '#shared/days.ts'
import { TEXT_TAG, tagNumber, takeNumber } from './pack-battles.ts'
import { forEachOfDay, newSide, type ReadMates, readSide, takeText } from './unpack-battles.ts'

/** Whose tags are told of mates: to write all of them as text would take most of the time. */
export type Known = { tags: ReadonlyMap<number, string>; texts: ReadonlySet<string>; maybe: Uint8Array }

/** A number's lowest two bytes as `putNumber` writes them. */
const LOW_BITS = 14
const LOW = 1 << LOW_BITS

/** Mates with these tags are told, all others are left out. */
export function mateTags(tags: Iterable<string>): Known {
  const known = { tags: new Map<number, string>(), texts: new Set<string>(), maybe: new Uint8Array(LOW) }
  for (const tag of tags) {
    const number = tagNumber(tag)
    if (number === TEXT_TAG) known.texts.add(tag)
    else known.tags.set(number, tag)
    known.maybe[number % LOW] = 1
  }
  return known
}

/** Nobody's mates are told. */
export const NO_MATES = mateTags([])

/**
 * The battles in what `playerDays` reads. Analytics look at some thousand for one answer: so each is read into the same
 * object, and nothing is made anew.
 */
export function sidesIn(days: Buffer | undefined, mates: Known): Sides {
  return {
    forEach(visit) {
      if (days === undefined) return
      const side = newSide(0)
      const readMates = readKnown(mates)
      // A day is its number since 1970 and its length, four bytes each, and then its sides.
      for (let place = 0; place < days.length; ) {
        const from = place + DAY_HEAD
        const to = from + days.readInt32BE(place + 4)
        const midnight = days.readInt32BE(place) * DAY_MS
        forEachOfDay({ bytes: days, from, to, midnight }, (at, moment) => {
          side.at = moment
          readSide(days, at, side, readMates)
          visit(side)
        })
        place = to
      }
    },
  }
}

const DAY_HEAD = 8

/** Reads the mates that are known. Two bytes tell nearly always that nobody is meant who is. */
function readKnown({ tags, texts, maybe }: Known): ReadMates {
  return (packed, at, count, into) => {
    for (let left = count; left > 0; left--) {
      const first = packed[at.place] as number
      const low = first < 128 ? first : first - 128 + ((packed[at.place + 1] as number) & 127) * 128
      if (maybe[low] === 0 && low !== TEXT_TAG) {
        // The side ends with its last mate.
        if (left > 1) while ((packed[at.place++] as number) >= 128);
        continue
      }
      const tag = takeNumber(packed, at)
      const text = tag === TEXT_TAG ? takeText(packed, at) : ''
      const mate = tag === TEXT_TAG ? (texts.has(text) ? text : undefined) : tags.get(tag)
      if (mate !== undefined) into.push(mate)
    }
  }
}
