import {
  BATTLE_KINDS,
  BRAWLER_NAMES,
  changeHour,
  eventOf,
  FIRST_BRAWLER_ID,
  WITHDRAWN,
  withdrawalTime,
} from '#demo/world/game-rules.ts'
import { compactTime, DAY, type Seconds } from '#demo/world/time.ts'
import type { World } from '#demo/world/world.ts'
import { itemAt } from '#shared/random.ts'
import { type Answer, makeAnswer, NOT_FOUND, pageAnswer } from './answer.ts'

/** Seconds that an answer may be kept. */
const MAX_AGE = { catalogue: 3600, rotation: 300 }

export function brawlersAnswer(world: World, at: Seconds, query: URLSearchParams): Answer {
  return pageAnswer(
    catalogueAt(world, at).map((entry) => JSON.stringify(entry)),
    query,
    MAX_AGE.catalogue,
  )
}

export function brawlerAnswer(world: World, at: Seconds, index: number): Answer {
  const entry = catalogueAt(world, at).find(({ id }) => id === FIRST_BRAWLER_ID + index)
  return entry === undefined ? NOT_FOUND : makeAnswer(entry, MAX_AGE.catalogue)
}

export function gameModesAnswer(query: URLSearchParams): Answer {
  return pageAnswer(
    GAME_MODES.map(([id, name]) => JSON.stringify({ id, name })),
    query,
    MAX_AGE.catalogue,
  )
}

/** The events of the ladder at a moment; a bare array, as in the game. */
export function rotationAnswer(at: Seconds): Answer {
  const kinds = BATTLE_KINDS.filter((kind) => kind.type === 'ranked').slice(0, SLOTS.length)
  const events = kinds.map((kind, index) => {
    const offset = changeHour(kind) * 3600
    const start = Math.floor((at - offset) / DAY) * DAY + offset
    const event = eventOf(kind, at)
    return {
      startTime: compactTime(start),
      endTime: compactTime(start + DAY),
      slotId: itemAt(SLOTS, index),
      event: kind.shape === 'solo' ? { ...event, modifiers: ['healingMushrooms'] } : event,
    }
  })
  return makeAnswer(events, MAX_AGE.rotation)
}

type Part = { id: number; name: string }

/** A brawler as the catalogue lists it. */
export type CatalogueEntry = {
  id: number
  name: string
  starPowers: Part[]
  hyperCharges: Part[]
  gears: (Part & { level: number })[]
  gadgets: Part[]
}

const FIRST_PART_ID = 23_000_000
const FIRST_GEAR_ID = 62_000_000
const PARTS_PER_BRAWLER = 5
const GEARS = ['SPEED', 'HEALTH', 'DAMAGE', 'VISION', 'SHIELD', 'GADGET COOLDOWN']
const NOUNS = [
  'PLIÉ',
  'ECHO',
  'ANCHOR',
  'LANTERN',
  'PEPPER',
  'THUNDER',
  'MARBLE',
  'COMET',
  'VELVET',
  'GLACIER',
  'SPARK',
]
const DEEDS = ['PROTECTION', 'RUSH', 'SHIELD', 'BOUNCE', 'SURPRISE', 'RECHARGE', 'STEP', 'TWIST', 'BLAST', 'REFLEX']

const CATALOGUE: readonly (CatalogueEntry | null)[] = BRAWLER_NAMES.map((name, index) =>
  name === null ? null : makeEntry(name, index),
)

/** The entry of a brawler by its index. Throws RangeError for an index that the game never gave out. */
export function catalogueEntry(index: number): CatalogueEntry {
  const entry = CATALOGUE[index]
  if (entry === null || entry === undefined) throw new RangeError(`no brawler with index ${index}`)
  return entry
}

/** The brawlers that are in the game at a moment, by id. */
function catalogueAt(world: World, at: Seconds): CatalogueEntry[] {
  const isWithdrawn = at >= withdrawalTime(world)
  return CATALOGUE.flatMap((entry, index) =>
    entry === null || (isWithdrawn && index === WITHDRAWN.brawler) ? [] : [entry],
  )
}

function makeEntry(name: string, index: number): CatalogueEntry {
  const part = (slot: number): Part => ({
    id: FIRST_PART_ID + 100 + index * PARTS_PER_BRAWLER + slot,
    name: `${itemAt(NOUNS, (index * 3 + slot) % NOUNS.length)} ${itemAt(DEEDS, (index + slot * 3) % DEEDS.length)}`,
  })
  return {
    id: FIRST_BRAWLER_ID + index,
    name,
    starPowers: [part(0), part(1)],
    hyperCharges: index > 103 ? [] : [part(2)],
    gears: GEARS.map((gear, slot) => ({ id: FIRST_GEAR_ID + slot, name: gear, level: 3 })),
    gadgets: [part(3), part(4)],
  }
}

/** Game modes by number; some have no name (docs/game-api.md#modes). */
const GAME_MODES: readonly [number, string | null][] = [
  [0, 'GEM GRAB'],
  [2, 'HEIST'],
  [3, 'BOUNTY'],
  [5, 'BRAWL BALL'],
  [6, 'SOLO SHOWDOWN'],
  [7, 'BIG GAME'],
  [8, 'ROBO RUMBLE'],
  [9, 'DUO SHOWDOWN'],
  [10, 'BOSS FIGHT'],
  [14, 'TAKEDOWN'],
  [16, 'PRESENT PLUNDER'],
  [17, 'HOT ZONE'],
  [20, 'KNOCKOUT'],
  [21, 'CARRY THE GIFT'],
  [22, 'BASKET BRAWL'],
  [23, 'VOLLEY BRAWL'],
  [24, 'DUELS'],
  [25, 'WIPEOUT'],
  [26, 'PAYLOAD'],
  [27, 'BOT DROP'],
  [28, 'HUNTERS'],
  [31, 'WIPEOUT 5V5'],
  [32, 'BRAWL BALL 5V5'],
  [33, 'GEM GRAB 5V5'],
  [34, 'TROPHY ESCAPE'],
  [35, 'KNOCKOUT 5V5'],
  [37, 'PAINT BRAWL'],
  [38, 'TRIO SHOWDOWN'],
  [45, 'BRAWL HOCKEY'],
  [48, 'BRAWL ARENA'],
  [61, 'LAST STAND'],
  [73, null],
  [74, null],
]

const SLOTS = [1, 2, 3, 4, 5, 6, 7, 8, 10, 15, 20, 21, 22]
