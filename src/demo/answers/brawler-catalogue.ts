import { BRAWLER_NAMES, FIRST_BRAWLER_ID, WITHDRAWN } from '../world/brawler-names.ts'
import { itemAt } from '../world/item-at.ts'
import { DAY, type Seconds } from '../world/time.ts'
import type { World } from '../world/world.ts'

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

/** A brawler's entry by index; a RangeError for an id that was never given out. */
export function catalogueEntry(index: number): CatalogueEntry {
  const entry = CATALOGUE[index]
  if (entry === null || entry === undefined) throw new RangeError(`no brawler with index ${index}`)
  return entry
}

/** When the guest brawler leaves the game. */
export function withdrawalTime(world: World): Seconds {
  return world.epoch + WITHDRAWN.day * DAY + WITHDRAWN.hour * 3600
}

/** The brawlers in the game at an instant, in id order. */
export function catalogueAt(world: World, at: Seconds): CatalogueEntry[] {
  const guestIsGone = at >= withdrawalTime(world)
  return CATALOGUE.flatMap((entry, index) =>
    entry === null || (guestIsGone && index === WITHDRAWN.brawler) ? [] : [entry],
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
