import { createWorld } from '../../src/demo/world/create-world.ts'
import { planDay } from '../../src/demo/world/plan-day.ts'
import { between, createRandom, mix, type Random } from '../../src/demo/world/random.ts'
import type { Crew } from '../../src/demo/world/world.ts'

const DAY_SECONDS = 86_400

/** Share of ladder battles that change trophies; the rest are draws and special events (field figures of 2024 to 2026). */
const CHANGES = 0.9

/** When a player's battles ended, in seconds from the start, and which of them changed the trophies. */
export type Activity = { battles: Uint32Array; changes: Uint32Array }

export type SampledClub = { members: number[] }

export type SampledWorld = { clubs: SampledClub[]; players: Activity[] }

/** A world of so many clubs from the demo's characters and daily plans; nobody joins or leaves in these days. */
export function sampleActivity(options: { clubs: number; days: number; seed: number; epoch: Date }): SampledWorld {
  const { clubs, days, seed, epoch } = options
  const world = createWorld({ seed, epoch, clubs })
  const random = createRandom(mix(seed, 77))
  const indexOf = new Map<string, number>()
  const members = world.clubs.map((club) => club.versions[0].members.map(({ player }) => player))
  for (const player of members.flat()) indexOf.set(player.tag, indexOf.size)
  const times: number[][] = Array.from({ length: indexOf.size }, () => [])
  const crews = new Set(members.flat().map((player) => player.crew))
  for (const crew of crews) {
    for (let day = 0; day < days; day++) {
      playDay(crew, day, { epoch: world.epoch, random }, (tag, time) => times[indexOf.get(tag) ?? -1]?.push(time))
    }
  }
  return {
    clubs: members.map((players) => ({ members: players.map((player) => indexOf.get(player.tag) ?? 0) })),
    players: times.map((battles) => activityOf(battles, random)),
  }
}

type Days = { epoch: number; random: Random }

function playDay(crew: Crew, day: number, { epoch, random }: Days, play: (tag: string, time: number) => void): void {
  for (const session of planDay(crew, day, epoch + day * DAY_SECONDS, random)) {
    let time = session.start - epoch
    for (let battle = 0; battle < session.battles; battle++) {
      time += between(random, 85, 260)
      for (const [slot, player] of crew.members.entries()) if (session.party & (1 << slot)) play(player.tag, time)
    }
  }
}

function activityOf(times: number[], random: Random): Activity {
  const battles = Uint32Array.from(times).sort()
  return { battles, changes: battles.filter(() => random() < CHANGES) }
}
