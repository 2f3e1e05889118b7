import { seasonEnds } from '#shared/days.ts'
import { createRandom, gauss, mix, pickWeighted, type Random } from '#shared/random.ts'
import { CHARACTERS, pickCharacter } from './characters.ts'
import { addClubs } from './clubs.ts'
import { COUNTRIES } from './countries.ts'
import { addExampleClub, LONER } from './example-club.ts'
import { addPlayer, formCrews } from './players.ts'
import { DAY, toSeconds } from './time.ts'
import { createEntryRoom } from './timeline.ts'
import type { World } from './world.ts'

const DEFAULT_CLUBS = 260
const INDEPENDENTS_PER_CLUB = 1.2
/** Share of players without a club who hardly ever play. */
const SILENT_SHARE = 0.4
/** Timelines keep seconds in 32 bits, which end in January 2038. */
const CALENDAR_END = new Date('2038-01-01T00:00:00Z')

export type WorldOptions = { seed: number; epoch: Date; clubs?: number; rememberedDays?: number }

/**
 * A world of clubs and players that its seed and epoch alone decide. `epoch`: when the history begins, moved back to the
 * start of its UTC day. `clubs`: at least 4; by default 260, with about 5,800 players. `rememberedDays`: as in `World`; by
 * default all of them. Nothing is simulated yet: days are simulated when something asks for them. Throws RangeError for an
 * invalid epoch.
 */
export function createWorld(options: WorldOptions): World {
  const epoch = Math.floor(toSeconds(options.epoch) / DAY) * DAY
  if (Number.isNaN(epoch)) throw new RangeError('the epoch of a demo world must be a valid date')
  const world: World = {
    seed: options.seed,
    epoch,
    clubs: [],
    players: [],
    clubByTag: new Map(),
    playerByTag: new Map(),
    seasonEnds: seasonEnds(new Date(epoch * 1000 + 1), CALENDAR_END).map(toSeconds),
    days: 0,
    room: createEntryRoom(),
    rememberedDays: options.rememberedDays ?? Number.POSITIVE_INFINITY,
  }
  const random = createRandom(mix(options.seed, 11))
  addExampleClub(world, random)
  const clubs = Math.max(4, options.clubs ?? DEFAULT_CLUBS)
  addClubs(world, clubs - 1, random)
  addIndependents(world, Math.round(clubs * INDEPENDENTS_PER_CLUB), random)
  formCrews(world, random)
  return world
}

function addIndependents(world: World, count: number, random: Random): void {
  addPlayer(world, random, {
    ...LONER,
    character: CHARACTERS[LONER.character],
    country: pickWeighted(random, COUNTRIES),
    settled: true,
  })
  for (let i = 1; i < count; i += 1) {
    const character = pickCharacter(random, SILENT_SHARE)
    const level = Math.max(600, 25_000 * Math.exp(0.8 * gauss(random)) * character.trophies)
    addPlayer(world, random, { character, level, country: pickWeighted(random, COUNTRIES) })
  }
}
