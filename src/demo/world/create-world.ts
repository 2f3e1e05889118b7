import { seasonEnds } from '#shared/days.ts'
import { createRandom, gauss, mixBits, pick, pickWeighted, type Random, randomBetween } from '#shared/random.ts'
import { CHARACTERS, pickCharacter } from './characters.ts'
import {
  addClubs,
  changeRole,
  changeSettings,
  currentVersion,
  findFreePlayer,
  isFull,
  joinClub,
  leaveClub,
} from './clubs.ts'
import { COUNTRIES } from './countries.ts'
import { addExampleClub, LONER, simulateExampleClub } from './example-club.ts'
import { clubDescription, clubName } from './names.ts'
import { addPlayer, changeProfiles, formCrews } from './players.ts'
import { DAY, type Seconds, toSeconds } from './time.ts'
import { createEntryRoom } from './timeline.ts'
import type { Club, Mood, World } from './world.ts'

const DEFAULT_CLUBS = 260
const INDEPENDENTS_PER_CLUB = 1.2
/** Share of players without a club who hardly ever play. */
const SILENT_SHARE = 0.4
/** Timelines keep seconds in 32 bits, which end in January 2038. */
const CALENDAR_END = new Date('2038-01-01T00:00:00Z')

type WorldOptions = { seed: number; epoch: Date; clubs?: number; rememberedDays?: number }

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
  const random = createRandom(mixBits(options.seed, 11))
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

/** Chances of each event for a club and day. Lively clubs win members, quiet ones lose them. */
const RATES = {
  lively: { leave: 0.035, join: 0.07, role: 0.03, settings: 0.014 },
  ordinary: { leave: 0.035, join: 0.035, role: 0.02, settings: 0.01 },
  quiet: { leave: 0.06, join: 0.012, role: 0.01, settings: 0.006 },
} as const satisfies Record<Mood, Record<string, number>>

type ClubEvent = keyof (typeof RATES)[Mood]

const SMALLEST = 5

/** Simulates the clubs to the end of the day of a moment: who joins and leaves, roles, settings. Cheap to call again. */
export function simulateClubs(world: World, until: Seconds): void {
  const days = Math.floor((until - world.epoch) / DAY) + 1
  while (world.days < days) {
    simulateDay(world, world.days)
    changeProfiles(world, world.days)
    world.days += 1
  }
}

function simulateDay(world: World, day: number): void {
  const random = createRandom(mixBits(mixBits(world.seed, 5), day))
  simulateExampleClub(world, day, random)
  const events: { at: number; what: ClubEvent; club: Club }[] = []
  for (const club of world.clubs) {
    for (const [what, rate] of Object.entries(RATES[club.mood])) {
      if (random() < rate) events.push({ at: randomBetween(random, 0, DAY - 1), what: what as ClubEvent, club })
    }
  }
  events.sort((a, b) => a.at - b.at)
  for (const { at, what, club } of events) applyEvent(world, club, what, world.epoch + day * DAY + at, random)
}

function applyEvent(world: World, club: Club, what: ClubEvent, at: Seconds, random: Random): void {
  if (club.scripted) return
  if (what === 'leave') leaveByChance(club, at, random)
  else if (what === 'join') joinByChance(world, club, at, random)
  else if (what === 'role') changeRole(club, at, random)
  else changeSettingsByChance(club, at, random)
}

function leaveByChance(club: Club, at: Seconds, random: Random): void {
  const { members } = currentVersion(club)
  const { player, role } = pick(random, members)
  if (members.length > SMALLEST && role !== 'president' && !player.settled) leaveClub(club, player, at)
}

/** A player without a club joins: three times out of ten one who was a member before, else a new one of a fitting level. */
function joinByChance(world: World, club: Club, at: Seconds, random: Random): void {
  if (isFull(club)) return
  const returns = random() < 0.3
  const candidate = findFreePlayer(world, at, random, (player) => {
    const before = player.memberships.some((membership) => membership.club === club)
    return returns ? before : !before && player.level < club.level * 2.5 && player.level > club.level * 0.2
  })
  if (candidate !== null) joinClub(club, candidate, at)
}

function changeSettingsByChance(club: Club, at: Seconds, random: Random): void {
  const luck = random()
  if (luck < 0.4) changeSettings(club, at, { description: clubDescription(random) })
  else if (luck < 0.6) changeSettings(club, at, { requiredTrophies: randomBetween(random, 0, 12) * 1000 })
  else if (luck < 0.8) changeSettings(club, at, { type: pick(random, ['open', 'inviteOnly', 'closed']) })
  else if (luck < 0.95) changeSettings(club, at, { badgeId: 8_000_000 + randomBetween(random, 0, 59) })
  else changeSettings(club, at, { name: clubName(random, club.country.scripts) })
}
