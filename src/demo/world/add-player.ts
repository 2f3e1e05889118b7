import type { Character } from './characters.ts'
import type { Country } from './countries.ts'
import { makeTag } from './make-tag.ts'
import { startingProfile } from './profiles.ts'
import { mix, type Random } from './random.ts'
import { createTimeline } from './timeline.ts'
import type { Club, Crew, Player, World } from './world.ts'

const CHANCE_OF_2 = 0.36
const MOST_TROPHIES = 125_000

type Sketch = {
  character: Character
  level: number
  country: Country
  tag?: string
  name?: string
  scripts?: readonly string[]
  settled?: boolean
}

/** Adds a player without a club or crew to a new world. */
export function addPlayer(world: World, random: Random, sketch: Sketch): Player {
  const tag = sketch.tag ?? makeTag(random, CHANCE_OF_2, world.playerByTag)
  const index = world.players.length
  const seed = mix(mix(world.seed, 3), index)
  const player: Player = {
    index,
    tag,
    seed,
    country: sketch.country,
    character: sketch.character,
    level: Math.min(MOST_TROPHIES, sketch.level),
    settled: sketch.settled ?? false,
    crew: { seed: mix(seed, 4), members: [], days: 0, freeAt: [] },
    slot: 0,
    timeline: createTimeline(),
    latest: null,
    startingTrophies: 0,
    profiles: [startingProfile(tag, random, sketch.scripts ?? sketch.country.scripts, world.epoch, sketch.name)],
    memberships: [{ since: world.epoch, club: null }],
  }
  world.players.push(player)
  world.playerByTag.set(tag, player)
  return player
}

/** Makes friends of neighbours in the same club: six in ten play alone, the others in twos and threes. */
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
