import type { BattleFighter, BattleTeam } from '#server/game/answers.ts'
import type { PlayerSide } from '#server/metrics/player-side.ts'
import { SECOND_MS } from '#shared/days.ts'
import { TAG_ALPHABET } from '#shared/tag.ts'
import {
  AS_TEXT,
  CHANGES_TOLD,
  FAMILY_CODES,
  FIRST_BRAWLER,
  FIRST_EVENT,
  FORMAT_CODES,
  HIDDEN_TAG,
  LOBBY_CODES,
  MODE_CODES,
  NO_BRAWLERS,
  ONE_BRAWLER_EACH,
  OTHER_STAR,
  type SharedBattle,
  TEAMS_KNOWN,
  TEXT_TAG,
  TYPE_CODES,
  takeNumber,
  unzigzag,
} from './pack-battles.ts'

/** The type is `unknown` in battles against computers. */
export type StoredBattle = SharedBattle & {
  type: string
  /** False where an earlier version stored the battle: then one team holds all fighters, without their brawlers. */
  teamsKnown: boolean
}

export type Place = { place: number }

/** Reads what `packBattle` wrote. */
export function unpackBattle(packed: Uint8Array): StoredBattle {
  const at = { place: 0 }
  const flags = takeByte(packed, at)
  const type = takeWord(packed, at, TYPE_CODES)
  const mode = takeMode(packed, at)
  const eventId = takeEvent(packed, at)
  const duration = takeNumber(packed, at)
  const star = takeByte(packed, at)
  const teams = Array.from({ length: takeByte(packed, at) }, () => takeTeam(packed, at, flags))
  return {
    format: FORMAT_CODES[flags & 3] ?? 'teams',
    type,
    mode,
    eventId,
    durationSeconds: duration === 0 ? null : duration - 1,
    star: star === 0 ? null : star === OTHER_STAR ? -1 : star - 1,
    teamsKnown: (flags & TEAMS_KNOWN) !== 0,
    teams,
  }
}

function takeTeam(packed: Uint8Array, at: Place, flags: number): BattleTeam {
  const head = takeByte(packed, at)
  const fighters = Array.from({ length: head & 31 }, () => takeFighter(packed, at, flags))
  return { lobby: LOBBY_CODES[head >> 5] ?? 'unknown', fighters }
}

function takeFighter(packed: Uint8Array, at: Place, flags: number): BattleFighter {
  const tag = takeTag(packed, at)
  const isSingle = (flags & ONE_BRAWLER_EACH) !== 0
  const count = (flags & NO_BRAWLERS) !== 0 ? 0 : isSingle ? 1 : takeByte(packed, at)
  const brawlers = Array.from({ length: count }, () => {
    const id = takeBrawler(packed, at)
    const figures = takeNumber(packed, at)
    const [level, trophies] = [figures % 16, Math.floor(figures / 16)]
    return { id, power: level === 0 ? null : level - 1, trophies: trophies === 0 ? null : trophies - 1 }
  })
  return { tag, brawlers }
}

/** What `packResults` wrote of one team: 1 won, 2 lost, 3 drew, or the place in a showdown; 0 is unknown. */
export function resultOfTeam(results: number, team: number): number {
  return Math.floor(results / 16 ** team) % 16
}

const RESULTS = [null, 'win', 'loss', 'draw'] as const

/** Reads what `packSide` wrote; `at` is the moment of the battle. */
export function unpackSide(packed: Uint8Array, at: number): PlayerSide {
  const side = newSide(at)
  readSide(packed, { place: 0 }, side, ALL_MATES)
  return side
}

export function newSide(at: number): PlayerSide {
  return {
    at,
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
    changes: null,
    seconds: null,
    mates: [],
  }
}

/** Reads the tags of so many mates, with which a side ends, into the list. */
export type ReadMates = (packed: Uint8Array, at: Place, count: number, into: string[]) => void

const ALL_MATES: ReadMates = (packed, at, count, into) => {
  for (let left = count; left > 0; left -= 1) into.push(takeTag(packed, at) ?? '')
}

/** Reads what `packSide` wrote into a side, all of which but the moment is replaced. */
export function readSide(packed: Uint8Array, at: Place, side: PlayerSide, readMates: ReadMates): void {
  side.trophyChange = unzigzag(takeNumber(packed, at))
  const kind = takeByte(packed, at)
  side.family = FAMILY_CODES[kind & 3] ?? 'other'
  side.format = FORMAT_CODES[(kind >> 2) & 3] ?? 'teams'
  side.lobby = LOBBY_CODES[(kind >> 4) & 3] ?? 'unknown'
  side.star = kind < 64 ? null : kind >= 128
  const outcome = takeByte(packed, at)
  const isShowdown = side.format === 'showdown'
  side.result = isShowdown ? null : (RESULTS[outcome & 3] ?? null)
  side.place = isShowdown ? outcome & 15 || null : null
  side.teams = isShowdown ? outcome >> 4 || null : null
  const counts = takeByte(packed, at)
  side.mode = takeMode(packed, at)
  side.eventId = takeEvent(packed, at)
  readBrawlers(packed, at, counts & 15, side.brawlers)
  const duration = takeNumber(packed, at)
  side.seconds = duration === 0 ? null : duration - 1
  side.changes = side.format === 'duels' && outcome & CHANGES_TOLD ? takeChanges(packed, at, counts & 15) : null
  if (side.mates.length > 0) side.mates.length = 0
  readMates(packed, at, counts >> 4, side.mates)
}

function takeChanges(packed: Uint8Array, at: Place, count: number): number[] {
  return Array.from({ length: count }, () => unzigzag(takeNumber(packed, at)))
}

function readBrawlers(packed: Uint8Array, at: Place, count: number, into: PlayerSide['brawlers']): void {
  if (into.length !== count) {
    into.length = 0
    while (into.length < count) into.push({ id: 0, trophies: null })
  }
  for (const brawler of into) {
    brawler.id = takeBrawler(packed, at)
    const trophies = takeNumber(packed, at)
    brawler.trophies = trophies === 0 ? null : trophies - 1
  }
}

/** The sides of a day that begins at this moment, oldest first. */
export function unpackSides(sides: Uint8Array, midnight: number): PlayerSide[] {
  const read: PlayerSide[] = []
  const packed = { bytes: sides, from: 0, to: sides.length, midnight }
  forEachOfDay(packed, (at, moment) => {
    const side = newSide(moment)
    readSide(sides, at, side, ALL_MATES)
    read.push(side)
  })
  return read
}

/** The sides of a day that begins at `midnight`, packed as `packDay` does. */
type DaySides = { bytes: Uint8Array; from: number; to: number; midnight: number }

/** Calls `visit` with the place and the moment of each side of a day, oldest first. */
export function forEachOfDay(day: DaySides, visit: (at: Place, moment: number) => void): void {
  const at = { place: day.from }
  let moment = day.midnight
  while (at.place < day.to) {
    moment += takeNumber(day.bytes, at) * SECOND_MS
    const end = takeNumber(day.bytes, at) + at.place
    visit(at, moment)
    at.place = end
  }
}

function takeByte(packed: Uint8Array, at: Place): number {
  return packed[at.place++] ?? 0
}

export function takeMode(packed: Uint8Array, at: Place): string {
  return takeWord(packed, at, MODE_CODES)
}

function takeWord(packed: Uint8Array, at: Place, known: readonly string[]): string {
  const code = takeByte(packed, at)
  return code === AS_TEXT ? takeText(packed, at) : (known[code] ?? 'unknown')
}

export function takeText(packed: Uint8Array, at: Place): string {
  const length = takeNumber(packed, at)
  at.place += length
  return Buffer.from(packed.buffer, packed.byteOffset + at.place - length, length).toString()
}

function takeEvent(packed: Uint8Array, at: Place): number {
  const code = takeNumber(packed, at)
  if (code === 1) return takeNumber(packed, at)
  return code === 0 ? 0 : code - 2 + FIRST_EVENT
}

export function takeBrawler(packed: Uint8Array, at: Place): number {
  const code = takeNumber(packed, at)
  return code === 0 ? takeNumber(packed, at) : code - 1 + FIRST_BRAWLER
}

function takeTag(packed: Uint8Array, at: Place): string | null {
  const number = takeNumber(packed, at)
  if (number === HIDDEN_TAG) return null
  return number === TEXT_TAG ? takeText(packed, at) : tagOf(number)
}

/** The tag of a number that `tagNumber` gave. */
function tagOf(number: number): string {
  const base = TAG_ALPHABET.length
  let tag = ''
  for (let rest = number - 1; rest > 0; rest = Math.floor((rest - 1) / base)) {
    tag = (TAG_ALPHABET[(rest - 1) % base] ?? '') + tag
  }
  return `#${tag}`
}

/** A side without one of the mates; the same where it does not name them. */
export function withoutMate(packed: Buffer, tag: string): Buffer {
  const at = { place: 0 }
  takeNumber(packed, at)
  const countsAt = at.place + 2
  let shorter = packed
  readSide(packed, { place: 0 }, newSide(0), (_, mate, count) => {
    for (let left = count; left > 0 && shorter === packed; left -= 1) {
      const from = mate.place
      if (takeTag(packed, mate) !== tag) continue
      shorter = Buffer.concat([packed.subarray(0, from), packed.subarray(mate.place)])
      shorter[countsAt] = (packed[countsAt] ?? 0) - 16
    }
  })
  return shorter
}
