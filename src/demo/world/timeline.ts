import { itemAt } from '#shared/random.ts'
import { LOG_LENGTH } from './game-rules.ts'
import type { Seconds } from './time.ts'

/**
 * What happened to one brawler of one player. `kind`: an index of BATTLE_KINDS, or a HAPPENING. `before`: the brawler's
 * trophies before it; `total`: the player's after it. `outcome`: an OUTCOME, or the rank in a showdown. `party`: a bit for
 * each member of the crew who took part. `bots`: the opponents were bots. `seed`: the same for all participants of a battle.
 */
export type Entry = {
  time: Seconds
  total: number
  before: number
  delta: number
  brawler: number
  kind: number
  outcome: number
  power: number
  party: number
  bots: boolean
  seed: number
}

export const OUTCOME = { draw: 0, victory: 1, defeat: 2 } as const

/** Kinds of entries that are not battles. `duelBrawler` is the second or third brawler of the duel before it. */
export const HAPPENING = { seasonEnd: 200, withdrawn: 201, unlocked: 202, upgraded: 203, duelBrawler: 204 } as const

const FIRST_HAPPENING = 200

export function isBattle(kind: number): boolean {
  return kind < FIRST_HAPPENING
}

/**
 * The room for the entries of a world: five words for each entry, blocks of 16 entries, and `free` blocks that
 * timelines gave back. Arrays that come and go would leave holes in the process's memory, five times as large as what
 * is remembered.
 */
export type EntryRoom = { chunks: Int32Array[]; blocks: number; free: number[] }

const WORDS = 5
const BLOCK = 16
const BLOCKS_OF_A_CHUNK = 1024

export function createEntryRoom(): EntryRoom {
  return { chunks: [], blocks: 0, free: [] }
}

/**
 * What happened to a player, in the order of time. `settled`: how many entries at the front are part of the player's settled
 * state. Of these only what battle logs show is remembered.
 */
export type Timeline = { room: EntryRoom; blocks: number[]; length: number; settled: number }

export function createTimeline(room: EntryRoom): Timeline {
  return { room, blocks: [], length: 0, settled: 0 }
}

export function append(timeline: Timeline, entry: Entry): void {
  if (timeline.length % BLOCK === 0) timeline.blocks.push(takeBlock(timeline.room))
  const words = chunkOf(timeline, timeline.length)
  const at = offsetOf(timeline, timeline.length)
  words[at] = entry.time
  words[at + 1] = entry.total
  words[at + 2] = (entry.before << 16) | (entry.delta & 0xffff)
  const who = (entry.party << 24) | (Number(entry.bots) << 27)
  words[at + 3] = entry.brawler | (entry.kind << 8) | (entry.outcome << 16) | (entry.power << 20) | who
  words[at + 4] = entry.seed
  timeline.length += 1
}

function takeBlock(room: EntryRoom): number {
  const free = room.free.pop()
  if (free !== undefined) return free
  const block = room.blocks
  if (block % BLOCKS_OF_A_CHUNK === 0) room.chunks.push(new Int32Array(BLOCKS_OF_A_CHUNK * BLOCK * WORDS))
  room.blocks += 1
  return block
}

/** Settles the entries before a position, and forgets those of them whose seeds are not in `seeds`. */
export function settleBefore(timeline: Timeline, position: number, seeds: ReadonlySet<number>): void {
  let kept = 0
  for (let i = 0; i < position; i += 1) if (seeds.has(wordOf(timeline, i, 4))) move(timeline, i, kept++)
  timeline.settled = kept
  for (let i = position; i < timeline.length; i += 1) move(timeline, i, kept++)
  truncateTimeline(timeline, kept)
}

/** Forgets the entries from a position on. */
export function truncateTimeline(timeline: Timeline, length: number): void {
  timeline.length = length
  timeline.settled = Math.min(timeline.settled, length)
  timeline.room.free.push(...timeline.blocks.splice(Math.ceil(length / BLOCK)))
}

function move(timeline: Timeline, from: number, to: number): void {
  if (from === to) return
  const [source, target] = [chunkOf(timeline, from), chunkOf(timeline, to)]
  const [first, place] = [offsetOf(timeline, from), offsetOf(timeline, to)]
  for (let word = 0; word < WORDS; word += 1) target[place + word] = itemAt(source, first + word)
}

/** The seeds of the newest battles before a position, as many as a battle log shows. */
export function seedsOfLog(timeline: Timeline, position: number): number[] {
  const seeds: number[] = []
  for (let i = position - 1; i >= 0 && seeds.length < LOG_LENGTH; i -= 1) {
    if (isBattle(kindAt(timeline, i))) seeds.push(wordOf(timeline, i, 4))
  }
  return seeds
}

export function entryAt(timeline: Timeline, index: number): Entry {
  const change = wordOf(timeline, index, 2)
  const facts = wordOf(timeline, index, 3)
  return {
    time: wordOf(timeline, index, 0),
    total: wordOf(timeline, index, 1),
    before: change >>> 16,
    delta: (change << 16) >> 16,
    brawler: facts & 0xff,
    kind: (facts >>> 8) & 0xff,
    outcome: (facts >>> 16) & 0xf,
    power: (facts >>> 20) & 0xf,
    party: (facts >>> 24) & 0x7,
    bots: ((facts >>> 27) & 1) === 1,
    seed: wordOf(timeline, index, 4),
  }
}

function wordOf(timeline: Timeline, index: number, word: number): number {
  return itemAt(chunkOf(timeline, index), offsetOf(timeline, index) + word)
}

function chunkOf({ room, blocks }: Timeline, index: number): Int32Array {
  return itemAt(room.chunks, Math.floor(itemAt(blocks, Math.floor(index / BLOCK)) / BLOCKS_OF_A_CHUNK))
}

function offsetOf({ blocks }: Timeline, index: number): number {
  return ((itemAt(blocks, Math.floor(index / BLOCK)) % BLOCKS_OF_A_CHUNK) * BLOCK + (index % BLOCK)) * WORDS
}

function kindAt(timeline: Timeline, index: number): number {
  return (wordOf(timeline, index, 3) >>> 8) & 0xff
}

/** How many entries are at or before a moment. */
export function lengthAt(timeline: Timeline, time: Seconds): number {
  let low = 0
  let high = timeline.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (wordOf(timeline, middle, 0) <= time) low = middle + 1
    else high = middle
  }
  return low
}

/** The player's trophies after the first `length` entries; null when all of these are settled. */
export function totalAfter(timeline: Timeline, length: number): number | null {
  return length === timeline.settled ? null : wordOf(timeline, length - 1, 1)
}

/** The last entry of a brawler before a position that is not settled; null for none. */
export function lastOfBrawler(timeline: Timeline, brawler: number, position: number): Entry | null {
  for (let i = position - 1; i >= timeline.settled; i -= 1) {
    if ((wordOf(timeline, i, 3) & 0xff) === brawler) return entryAt(timeline, i)
  }
  return null
}
