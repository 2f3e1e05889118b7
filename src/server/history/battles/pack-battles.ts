import type { Battle, BattleFighter } from '#server/game/answers.ts'
import { isRankedMode } from '#server/metrics/battle-lobby.ts'
import { TAG_ALPHABET } from '#shared/tag.ts'

/*
 * How battles are stored (docs/decisions/0031-battles-packed.md). Equal battles have equal bytes in every store: words are
 * stored as their places in the lists below, and words that the lists lack as text. New words go to the end.
 */
export const FAMILY_CODES = ['other', 'ladder', 'ranked'] as const
export const FORMAT_CODES = ['teams', 'showdown', 'duels'] as const
export const LOBBY_CODES = ['unknown', 'people', 'bots', 'likely_bots'] as const
export const TYPE_CODES = words(
  'unknown ranked soloRanked teamRanked friendly challenge championshipChallenge tournament',
)
export const MODE_CODES = words(
  'unknown soloShowdown duoShowdown heist bounty siege gemGrab brawlBall bigGame bossFight roboRumble takedown loneStar',
  'presentPlunder hotZone superCityRampage knockout volleyBrawl basketBrawl holdTheTrophy trophyThieves duels wipeout',
  'payload botDrop hunters lastStand snowtelThieves pumpkinPlunder trophyEscape wipeout5V5 knockout5V5 gemGrab5V5',
  'brawlBall5V5 godzillaCitySmash paintBrawl trioShowdown zombiePlunder jellyfishing duoMegaBoss megaBoss loveBombing',
  'bombHeist shadowSmash shadowSmash5V5 brawlArena brawlHockey',
)

function words(...lines: string[]): readonly string[] {
  return lines.flatMap((line) => line.split(' '))
}

/** In place of a word's number: the word follows as text. */
export const AS_TEXT = 255
/** The first ids that the game gave to events and to brawlers. */
export const FIRST_EVENT = 15_000_000
export const FIRST_BRAWLER = 16_000_000
/**
 * Bits of a battle's first byte: the format has two, then how many brawlers each fighter has, then whether teams are
 * known.
 */
export const ONE_BRAWLER_EACH = 4
export const NO_BRAWLERS = 8
export const TEAMS_KNOWN = 128
/** A star player who is none of the fighters. */
export const OTHER_STAR = 255

/** What all fighters of a battle share. */
export type SharedBattle = Pick<Battle, 'format' | 'type' | 'mode' | 'eventId' | 'durationSeconds' | 'star' | 'teams'>

/**
 * Packs what all fighters share; who won and whose log told it are stored beside it. Of an earlier version's battles the
 * teams are not known: one holds all fighters. Of two such texts of one battle the greater one tells more.
 */
export function packBattle(battle: SharedBattle, teamsKnown = true): Buffer {
  const fighters = battle.teams.flatMap((team) => team.fighters)
  const hasEach = (count: number) => fighters.every(({ brawlers }) => brawlers.length === count)
  const each = hasEach(1) ? ONE_BRAWLER_EACH : hasEach(0) ? NO_BRAWLERS : 0
  const bytes: number[] = [(teamsKnown ? TEAMS_KNOWN : 0) | FORMAT_CODES.indexOf(battle.format) | each]
  putWord(bytes, TYPE_CODES, battle.type ?? 'unknown')
  putMode(bytes, battle.mode)
  putEvent(bytes, battle.eventId)
  putNumber(bytes, battle.durationSeconds === null ? 0 : battle.durationSeconds + 1)
  bytes.push(battle.star === null ? 0 : battle.star < 0 ? OTHER_STAR : battle.star + 1, battle.teams.length)
  for (const team of battle.teams) {
    bytes.push(team.fighters.length | (LOBBY_CODES.indexOf(team.lobby) << 5))
    for (const fighter of team.fighters) putFighter(bytes, fighter, each === 0)
  }
  return Buffer.from(bytes)
}

function putFighter(bytes: number[], { tag, brawlers }: BattleFighter, isCounted: boolean): void {
  putTag(bytes, tag)
  if (isCounted) bytes.push(brawlers.length)
  for (const { id, power, trophies } of brawlers) {
    putBrawler(bytes, id)
    // Levels of power go to 11.
    const level = power === null || power > 14 ? 0 : power + 1
    putNumber(bytes, (trophies === null ? 0 : trophies + 1) * 16 + level)
  }
}

export const RESULT_CODES = { victory: 1, defeat: 2, draw: 3 } as const
/** Beside the result of a side: what each brawler won or lost follows. */
export const CHANGES_TOLD = 4
const OTHER_SIDE = { victory: 2, defeat: 1, draw: 3 } as const
/** A result or place has four bits. More teams would not fit into a number that is exact. */
export const TEAM_SPAN = 16
const MOST_TEAMS = 13

/**
 * What a log tells of all teams: four bits for each, the first team lowest. 1 won, 2 lost, 3 drew; in showdowns the
 * place; 0 is unknown. What several logs tell is put together by `|`.
 */
export function packResults({ format, result, rank, teams, own }: Battle): number {
  if (own.team >= MOST_TEAMS) return 0
  if (format === 'showdown') return rank === null || rank >= TEAM_SPAN ? 0 : rank * TEAM_SPAN ** own.team
  if (result === null) return 0
  const ofOthers = teams.length === 2 ? OTHER_SIDE[result] * TEAM_SPAN ** (1 - own.team) : 0
  return RESULT_CODES[result] * TEAM_SPAN ** own.team + ofOthers
}

/** The place of the log's player among all fighters, counted from 0 through the teams. */
export function ownPlace({ teams, own }: Battle): number {
  return teams.slice(0, own.team).reduce((sum, team) => sum + team.fighters.length, own.place)
}

/** So many of a list are stored: their number has four bits. */
const MOST_LISTED = 15

/** A battle as the log's player fought it. Of two such texts of one battle the greater one tells more. */
export function packSide(battle: Battle): Buffer {
  const { teams, own, format } = battle
  const team = teams[own.team]
  const self = team?.fighters[own.place]
  const mates = (team?.fighters ?? []).flatMap(({ tag }, place) => (place === own.place || tag === null ? [] : [tag]))
  const bytes: number[] = []
  putNumber(bytes, zigzag(battle.trophyChange))
  const family = FAMILY_CODES.indexOf(battle.family)
  const lobby = LOBBY_CODES.indexOf(team?.lobby ?? 'unknown')
  const star = battle.star === null ? 0 : battle.star === ownPlace(battle) ? 2 : 1
  bytes.push(family | (FORMAT_CODES.indexOf(format) << 2) | (lobby << 4) | (star << 6))
  const changes = format === 'duels' ? battle.brawlerChanges : null
  const result = battle.result === null ? 0 : RESULT_CODES[battle.result]
  bytes.push(format === 'showdown' ? placeOf(battle) : result | (changes === null ? 0 : CHANGES_TOLD))
  const brawlers = self?.brawlers.slice(0, MOST_LISTED) ?? []
  bytes.push(brawlers.length | (Math.min(mates.length, MOST_LISTED) << 4))
  putMode(bytes, battle.mode)
  putEvent(bytes, battle.eventId)
  for (const { id, trophies } of brawlers) {
    putBrawler(bytes, id)
    putNumber(bytes, trophies === null || isRankedMode(battle.type) ? 0 : trophies + 1)
  }
  putNumber(bytes, battle.durationSeconds === null ? 0 : battle.durationSeconds + 1)
  if (changes !== null) for (const place of brawlers.keys()) putNumber(bytes, zigzag(changes[place] ?? 0))
  for (const tag of mates.slice(0, MOST_LISTED)) putTag(bytes, tag)
  return Buffer.from(bytes)
}

function placeOf({ rank, teams }: Battle): number {
  return Math.min(rank ?? 0, MOST_LISTED) | (Math.min(teams.length, MOST_LISTED) << 4)
}

/** A side among those of its day: the second of the day, the battle's key as 32 hexadecimal digits, and the packed side. */
export type DaySide = { second: number; key: string; side: Buffer }

/** The columns of a day. Each side follows the seconds since the one before and its own length. */
export type PackedDay = { sides: Buffer; keys: Buffer }

export function packDay(ofDay: readonly DaySide[]): PackedDay {
  const parts: Buffer[] = []
  let last = 0
  for (const { second, side } of ofDay) {
    const head: number[] = []
    putNumber(head, second - last)
    putNumber(head, side.length)
    parts.push(Buffer.from(head), side)
    last = second
  }
  return { sides: Buffer.concat(parts), keys: Buffer.from(ofDay.map(({ key }) => key).join(''), 'hex') }
}

/** The sides of a day, oldest first. */
export function unpackDay({ sides, keys }: { sides: Uint8Array; keys: Uint8Array }): DaySide[] {
  const packed = Buffer.from(sides.buffer, sides.byteOffset, sides.length)
  const hex = Buffer.from(keys.buffer, keys.byteOffset, keys.length).toString('hex')
  const ofDay: DaySide[] = []
  const at = { place: 0 }
  let second = 0
  while (at.place < packed.length) {
    second += takeNumber(packed, at)
    const length = takeNumber(packed, at)
    const from = ofDay.length * 32
    ofDay.push({ second, key: hex.slice(from, from + 32), side: packed.subarray(at.place, at.place + length) })
    at.place += length
  }
  return ofDay
}

/** Both lists, the oldest first, each battle once: as the side that tells more. */
export function mergeDays(one: readonly DaySide[], other: readonly DaySide[]): DaySide[] {
  const byKey = new Map<string, DaySide>()
  for (const each of [...one, ...other]) {
    const known = byKey.get(each.key)
    if (known === undefined || Buffer.compare(known.side, each.side) < 0) byKey.set(each.key, each)
  }
  return [...byKey.values()].sort((a, b) => a.second - b.second || (a.key < b.key ? -1 : 1))
}

/** The trophy change with which every side begins. */
export function trophyChangeOf(side: Uint8Array): number {
  return unzigzag(takeNumber(side, { place: 0 }))
}

const DIGITS = new Map([...TAG_ALPHABET].map((letter, place) => [letter, place + 1]))
/** The longest tag whose number is exact; real ones have ten letters. */
const LONGEST_NUMBERED = 13
/** Numbers of tags that have a meaning of their own: nobody who may be named, and a tag that follows as text. */
export const HIDDEN_TAG = 0
export const TEXT_TAG = 1

/** A tag's letters as digits from 1 to 14 of a number, so that tags of different lengths differ; plus one. */
export function tagNumber(tag: string): number {
  if (tag.length < 2 || tag.length > LONGEST_NUMBERED + 1) return TEXT_TAG
  let number = 0
  for (let place = 1; place < tag.length; place += 1) {
    const digit = DIGITS.get(tag[place] ?? '')
    if (digit === undefined) return TEXT_TAG
    number = number * TAG_ALPHABET.length + digit
  }
  return number + 1
}

/** The bytes of a tag, by which it is found in what is packed. */
export function packTag(tag: string): Buffer {
  const bytes: number[] = []
  putTag(bytes, tag)
  return Buffer.from(bytes)
}

function putTag(bytes: number[], tag: string | null): void {
  const number = tag === null ? HIDDEN_TAG : tagNumber(tag)
  putNumber(bytes, number)
  if (number === TEXT_TAG) putText(bytes, tag ?? '')
}

export function putMode(bytes: number[], mode: string): void {
  putWord(bytes, MODE_CODES, mode)
}

function putWord(bytes: number[], known: readonly string[], word: string): void {
  const place = known.indexOf(word)
  bytes.push(place < 0 ? AS_TEXT : place)
  if (place < 0) putText(bytes, word)
}

/** Text as UTF-8, with its length before it. */
export function putText(bytes: number[], text: string): void {
  const letters = Buffer.from(text)
  putNumber(bytes, letters.length)
  bytes.push(...letters)
}

/** 0 is a community map; 1 comes before an id that is less than the game's first. */
function putEvent(bytes: number[], id: number): void {
  if (id >= FIRST_EVENT) putNumber(bytes, id - FIRST_EVENT + 2)
  else if (id === 0) bytes.push(0)
  else {
    bytes.push(1)
    putNumber(bytes, id)
  }
}

/** 0 comes before an id that is less than the game's first. */
export function putBrawler(bytes: number[], id: number): void {
  if (id < FIRST_BRAWLER) bytes.push(0)
  putNumber(bytes, id < FIRST_BRAWLER ? id : id - FIRST_BRAWLER + 1)
}

/** A whole number of 0 or more: seven bits a byte, the lowest first, with the eighth bit where more follow. */
export function putNumber(bytes: number[], number: number): void {
  let rest = number
  while (rest >= 128) {
    bytes.push((rest % 128) + 128)
    rest = Math.floor(rest / 128)
  }
  bytes.push(rest)
}

/** The number at a place, which moves behind it. Nearly all have one or two bytes. */
export function takeNumber(bytes: Uint8Array, at: { place: number }): number {
  const first = bytes[at.place++] ?? 0
  if (first < 128) return first
  let number = first - 128
  for (let scale = 128; ; scale *= 128) {
    const byte = bytes[at.place++] ?? 0
    if (byte < 128) return number + byte * scale
    number += (byte - 128) * scale
  }
}

/** Whole numbers as those of 0 or more: 0, -1, 1, -2 become 0, 1, 2, 3. */
export function zigzag(number: number): number {
  return number < 0 ? -2 * number - 1 : 2 * number
}

export function unzigzag(number: number): number {
  return number % 2 === 0 ? number / 2 : -(number + 1) / 2
}
