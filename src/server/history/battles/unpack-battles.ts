import type { BattleFighter, BattleTeam } from '#server/game/answers.ts'
import type { PlayerSide } from '#server/metrics/player-side.ts'
import { TAG_ALPHABET } from '#shared/tag.ts'
import {
  AS_TEXT,
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

type Place = { place: number }

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
export function unpackSide(packed: Uint8Array, moment: number): PlayerSide {
  const at = { place: 0 }
  const trophyChange = unzigzag(takeNumber(packed, at))
  const kind = takeByte(packed, at)
  const outcome = takeByte(packed, at)
  const counts = takeByte(packed, at)
  const mode = takeMode(packed, at)
  const eventId = takeEvent(packed, at)
  const brawlers: PlayerSide['brawlers'] = []
  for (let left = counts & 15; left > 0; left -= 1) {
    const id = takeBrawler(packed, at)
    const trophies = takeNumber(packed, at)
    brawlers.push({ id, trophies: trophies === 0 ? null : trophies - 1 })
  }
  const duration = takeNumber(packed, at)
  const mates: string[] = []
  for (let left = counts >> 4; left > 0; left -= 1) mates.push(takeTag(packed, at) ?? '')
  const format = FORMAT_CODES[(kind >> 2) & 3] ?? 'teams'
  const isShowdown = format === 'showdown'
  return {
    at: moment,
    family: FAMILY_CODES[kind & 3] ?? 'other',
    format,
    lobby: LOBBY_CODES[(kind >> 4) & 3] ?? 'unknown',
    mode,
    eventId,
    brawlers,
    result: isShowdown ? null : (RESULTS[outcome & 3] ?? null),
    place: isShowdown ? outcome & 15 || null : null,
    teams: isShowdown ? outcome >> 4 || null : null,
    star: kind < 64 ? null : kind >= 128,
    trophyChange,
    seconds: duration === 0 ? null : duration - 1,
    mates,
  }
}

/** The sides of a day that begins at this moment, oldest first. */
export function unpackSides(sides: Uint8Array, midnight: number, into: PlayerSide[] = []): PlayerSide[] {
  const at = { place: 0 }
  let second = 0
  while (at.place < sides.length) {
    second += takeNumber(sides, at)
    const end = takeNumber(sides, at) + at.place
    into.push(unpackSide(sides.subarray(at.place, end), midnight + second * 1000))
    at.place = end
  }
  return into
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

function takeText(packed: Uint8Array, at: Place): string {
  const length = takeNumber(packed, at)
  at.place += length
  return Buffer.from(packed.subarray(at.place - length, at.place)).toString()
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
  at.place += 2
  const countsAt = at.place
  const counts = takeByte(packed, at)
  takeMode(packed, at)
  takeEvent(packed, at)
  for (let left = counts & 15; left > 0; left -= 1) {
    takeBrawler(packed, at)
    takeNumber(packed, at)
  }
  takeNumber(packed, at)
  for (let left = counts >> 4; left > 0; left -= 1) {
    const from = at.place
    if (takeTag(packed, at) !== tag) continue
    const shorter = Buffer.concat([packed.subarray(0, from), packed.subarray(at.place)])
    shorter[countsAt] = counts - 16
    return shorter
  }
  return packed
}
