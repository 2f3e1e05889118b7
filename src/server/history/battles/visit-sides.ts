import type { PlayerSide, Sides } from '#server/metrics/player-side.ts'
import { DAY_MS, SECOND_MS } from '#shared/days.ts'
import {
  AS_TEXT,
  FAMILY_CODES,
  FIRST_BRAWLER,
  FIRST_EVENT,
  FORMAT_CODES,
  LOBBY_CODES,
  MODE_CODES,
  TEXT_TAG,
  tagNumber,
} from './pack-battles.ts'

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

/**
 * The battles in what `playerDays` reads. Analytics look at some thousand for one answer: so each is read into the same
 * object, and nothing is made anew.
 */
export function sidesIn(days: Buffer | undefined, mates: Known): Sides {
  return {
    forEach(visit) {
      if (days === undefined) return
      const reader: Reader = { bytes: days, place: 0, side: newSide(), mates }
      while (reader.place < days.length) visitDay(reader, visit)
    },
  }
}

type Reader = { bytes: Buffer; place: number; side: PlayerSide; mates: Known }

const DAY_HEAD = 8
/** A day is its number since 1970 and its length, four bytes each, and then its sides. */
function visitDay(reader: Reader, visit: (side: PlayerSide) => void): void {
  const { bytes, place, side } = reader
  let at = bytes.readInt32BE(place) * DAY_MS
  const end = place + DAY_HEAD + bytes.readInt32BE(place + 4)
  reader.place = place + DAY_HEAD
  while (reader.place < end) {
    at += number(reader) * SECOND_MS
    const length = number(reader)
    const next = reader.place + length
    side.at = at
    readSide(reader)
    visit(side)
    reader.place = next
  }
}

function newSide(): PlayerSide {
  return {
    at: 0,
    family: 'other',
    format: 'teams',
    lobby: 'unknown',
    mode: 'unknown',
    eventId: 0,
    brawlers: [],
    result: null,
    place: null,
    teams: null,
    star: null,
    trophyChange: 0,
    seconds: null,
    mates: [],
  }
}

const RESULTS = [null, 'win', 'loss', 'draw'] as const

/** Reads what `packSide` wrote. */
function readSide(reader: Reader): void {
  const { side } = reader
  const change = number(reader)
  side.trophyChange = (change & 1) === 0 ? change / 2 : -(change + 1) / 2
  const kind = byte(reader)
  side.family = FAMILY_CODES[kind & 3] ?? 'other'
  side.format = FORMAT_CODES[(kind >> 2) & 3] ?? 'teams'
  side.lobby = LOBBY_CODES[(kind >> 4) & 3] ?? 'unknown'
  side.star = kind < 64 ? null : kind >= 128
  const outcome = byte(reader)
  const isShowdown = side.format === 'showdown'
  side.result = isShowdown ? null : (RESULTS[outcome & 3] ?? null)
  side.place = isShowdown ? outcome & 15 || null : null
  side.teams = isShowdown ? outcome >> 4 || null : null
  const counts = byte(reader)
  const mode = byte(reader)
  side.mode = mode === AS_TEXT ? text(reader) : (MODE_CODES[mode] ?? 'unknown')
  const event = number(reader)
  side.eventId = event > 1 ? event - 2 + FIRST_EVENT : event === 1 ? number(reader) : 0
  readBrawlers(reader, counts & 15)
  const duration = number(reader)
  side.seconds = duration === 0 ? null : duration - 1
  readMates(reader, counts >> 4)
}

function readBrawlers(reader: Reader, count: number): void {
  const { brawlers } = reader.side
  if (brawlers.length !== count) {
    brawlers.length = 0
    while (brawlers.length < count) brawlers.push({ id: 0, trophies: null })
  }
  for (const brawler of brawlers) {
    const code = number(reader)
    brawler.id = code === 0 ? number(reader) : code - 1 + FIRST_BRAWLER
    const trophies = number(reader)
    brawler.trophies = trophies === 0 ? null : trophies - 1
  }
}

function readMates(reader: Reader, count: number): void {
  const { bytes, mates, side } = reader
  const { maybe } = mates
  if (side.mates.length > 0) side.mates.length = 0
  let { place } = reader
  for (let left = count; left > 0; left--) {
    const first = bytes[place] as number
    // Two bytes tell nearly always that nobody is meant who is known.
    const low = first < 128 ? first : first - 128 + ((bytes[place + 1] as number) & 127) * 128
    if (maybe[low] === 0 && low !== TEXT_TAG) {
      // The side ends with its last mate.
      if (left > 1) while ((bytes[place++] as number) >= 128);
      continue
    }
    reader.place = place
    const tag = number(reader)
    const mate = tag === TEXT_TAG ? knownText(reader) : mates.tags.get(tag)
    if (mate !== undefined) side.mates.push(mate)
    place = reader.place
  }
}

function knownText(reader: Reader): string | undefined {
  const tag = text(reader)
  return reader.mates.texts.has(tag) ? tag : undefined
}

function byte(reader: Reader): number {
  return reader.bytes[reader.place++] ?? 0
}

/** As `takeNumber`. Nearly all have one or two bytes. */
function number(reader: Reader): number {
  const first = byte(reader)
  if (first < 128) return first
  const second = byte(reader)
  if (second < 128) return first - 128 + second * 128
  let sum = first - 128 + (second - 128) * 128
  for (let scale = LOW; ; scale *= 128) {
    const next = byte(reader)
    if (next < 128) return sum + next * scale
    sum += (next - 128) * scale
  }
}

function text(reader: Reader): string {
  const length = number(reader)
  reader.place += length
  return reader.bytes.toString('utf8', reader.place - length, reader.place)
}
