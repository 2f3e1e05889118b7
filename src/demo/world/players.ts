import { createRandom, makeTag, mixBits, pick, pickWeighted, type Random, randomBetween } from '#shared/random.ts'
import type { Character } from './characters.ts'
import type { Country } from './countries.ts'
import { playerName } from './names.ts'
import { DAY, type Seconds, versionAt } from './time.ts'
import { createTimeline } from './timeline.ts'
import type { Club, Crew, Player, Profile, World } from './world.ts'

/** Share of players whose tag begins with 2 (docs/game-api.md#tags). */
const CHANCE_OF_2 = 0.36
const MOST_TROPHIES = 96_000

type Sketch = {
  character: Character
  level: number
  country: Country
  tag?: string
  name?: string
  scripts?: readonly string[]
  settled?: boolean
}

/** Adds a player without a club to a new world. */
export function addPlayer(world: World, random: Random, sketch: Sketch): Player {
  const tag = sketch.tag ?? makeTag(random, CHANCE_OF_2, world.playerByTag)
  const index = world.players.length
  const seed = mixBits(mixBits(world.seed, 3), index)
  const player: Player = {
    index,
    tag,
    seed,
    country: sketch.country,
    character: sketch.character,
    level: Math.min(MOST_TROPHIES, sketch.level),
    settled: sketch.settled ?? false,
    crew: { seed: mixBits(seed, 4), members: [], days: 0, settledDays: 0, freeAt: [] },
    slot: 0,
    timeline: createTimeline(world.room),
    settledState: null,
    latest: null,
    seasonsEnded: 0,
    profiles: [startingProfile(tag, random, sketch.scripts ?? sketch.country.scripts, world.epoch, sketch.name)],
    memberships: [{ since: world.epoch, club: null }],
  }
  world.players.push(player)
  world.playerByTag.set(tag, player)
  return player
}

/** Forms crews of neighbours in the same club: 60 % of crews are one player, the others two or three. */
export function formCrews(world: World, random: Random): void {
  let crew: Crew | null = null
  let club: Club | null = null
  let size = 0
  for (const player of world.players) {
    const home = player.memberships[0].club
    if (crew === null || crew.members.length >= size || home !== club || home === null) {
      crew = player.crew
      club = home
      size = crewSize(random())
    }
    player.crew = crew
    player.slot = crew.members.length
    crew.members.push(player)
    crew.freeAt.push(0)
  }
}

function crewSize(luck: number): number {
  if (luck < 0.6) return 1
  return luck < 0.88 ? 2 : 3
}

/** Colours of names with their shares among real members. */
const COLOURS = [
  { weight: 34, value: 'ffffff' },
  { weight: 12, value: '1ba5f5' },
  { weight: 10, value: 'cb5aff' },
  { weight: 8, value: 'ff9727' },
  { weight: 8, value: 'f9c908' },
  { weight: 8, value: 'ff8afb' },
  { weight: 5, value: '4ddba2' },
  { weight: 5, value: 'a2e3fe' },
  { weight: 5, value: 'a8e132' },
  { weight: 4, value: 'f05637' },
  { weight: 2, value: 'ffce89' },
  { weight: 1, value: 'f9775d' },
]

const DAYS_BETWEEN_CHANGES = { name: 900, icon: 300 }

/** A player's profile at the epoch; a given name replaces the generated one. */
function startingProfile(
  tag: string,
  random: Random,
  scripts: readonly string[],
  since: Seconds,
  name = playerName(random, scripts),
): Profile {
  const nameColor = `0xff${pickWeighted(random, COLOURS).value}`
  return profile(tag, { since, name, nameColor, icon: randomIcon(random) })
}

function randomIcon(random: Random): number {
  return 28_000_000 + randomBetween(random, 0, 1188)
}

function profile(tag: string, look: Omit<Profile, 'rowStart'>): Profile {
  const { name, nameColor } = look
  const rowStart = `{"tag":"${tag}","name":${JSON.stringify(name)},"nameColor":"${nameColor}","role":"`
  return { ...look, rowStart }
}

/** Makes the renames and new icons of one day, of random players. */
export function changeProfiles(world: World, day: number): void {
  const random = createRandom(mixBits(mixBits(world.seed, 7), day))
  const times = (daysBetween: number) =>
    Array.from({ length: Math.floor(world.players.length / daysBetween + random()) }, () =>
      randomBetween(random, 0, DAY - 1),
    ).sort((a, b) => a - b)
  const changes = [
    ...times(DAYS_BETWEEN_CHANGES.name).map((at) => ({ at, what: 'name' as const })),
    ...times(DAYS_BETWEEN_CHANGES.icon).map((at) => ({ at, what: 'icon' as const })),
  ].sort((a, b) => a.at - b.at)
  for (const { at, what } of changes) {
    const player = pick(random, world.players)
    if (player.character.activeShare > 0) changeProfile(player, what, world.epoch + day * DAY + at, random)
  }
}

/** Changes a player's icon from a moment on, until the world changes it again. */
export function changeIcon(player: Player, icon: number, since: Seconds): void {
  const version = versionAt(player.profiles, since)
  const later = player.profiles.findIndex((other) => other.since > since)
  player.profiles.splice(
    later < 0 ? player.profiles.length : later,
    0,
    profile(player.tag, { ...version, since, icon }),
  )
}

function changeProfile(player: Player, what: 'name' | 'icon', since: Seconds, random: Random): void {
  const last = player.profiles[player.profiles.length - 1] ?? player.profiles[0]
  if (what === 'icon') player.profiles.push(profile(player.tag, { ...last, since, icon: randomIcon(random) }))
  else if (!player.settled) {
    const name = playerName(random, player.country.scripts)
    player.profiles.push(profile(player.tag, { ...last, since, name }))
  }
}
