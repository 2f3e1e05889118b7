import { itemAt } from './random.ts'
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
 * A player's history in the order of time. It only grows, so every moment of the past can be read again. Entries are five
 * words each, in blocks of 128: millions of them fit into memory, and growing copies nothing.
 */
export type Timeline = { blocks: Int32Array[]; length: number }

const WORDS = 5
const BLOCK = 128

export function createTimeline(): Timeline {
  return { blocks: [], length: 0 }
}

export function append(timeline: Timeline, entry: Entry): void {
  const at = (timeline.length % BLOCK) * WORDS
  if (at === 0) timeline.blocks.push(new Int32Array(BLOCK * WORDS))
  const words = blockOf(timeline, timeline.length)
  words[at] = entry.time
  words[at + 1] = entry.total
  words[at + 2] = (entry.before << 16) | (entry.delta & 0xffff)
  const who = (entry.party << 24) | (Number(entry.bots) << 27)
  words[at + 3] = entry.brawler | (entry.kind << 8) | (entry.outcome << 16) | (entry.power << 20) | who
  words[at + 4] = entry.seed
  timeline.length += 1
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
  return itemAt(blockOf(timeline, index), (index % BLOCK) * WORDS + word)
}

function blockOf(timeline: Timeline, index: number): Int32Array {
  return itemAt(timeline.blocks, Math.floor(index / BLOCK))
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

/** The player's trophies after the first `length` entries; null for none. */
export function totalAfter(timeline: Timeline, length: number): number | null {
  return length === 0 ? null : wordOf(timeline, length - 1, 1)
}

/** The first entry of a brawler at or after a position; null for none. */
export function nextOfBrawler(timeline: Timeline, brawler: number, position: number): Entry | null {
  for (let i = position; i < timeline.length; i += 1) {
    if ((wordOf(timeline, i, 3) & 0xff) === brawler) return entryAt(timeline, i)
  }
  return null
}
