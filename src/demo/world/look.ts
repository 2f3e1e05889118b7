import { applyEntry, type PlayerState } from './player-state.ts'
import { simulateCrew } from './simulate-crew.ts'
import { startingState } from './starting-state.ts'
import { type Seconds, versionAt } from './time.ts'
import { entryAt, HAPPENING, lengthAt, nextOfBrawler, totalAfter } from './timeline.ts'
import type { Club, ClubVersion, Player, World } from './world.ts'

/** A player's trophies at an instant, at or after the epoch. */
export function trophiesAt(world: World, player: Player, at: Seconds): number {
  simulateCrew(world, player.crew, at)
  return totalAfter(player.timeline, lengthAt(player.timeline, at)) ?? player.startingTrophies
}

/** A player's whole state at an instant: the start and every entry since. */
export function stateAt(world: World, player: Player, at: Seconds): PlayerState {
  simulateCrew(world, player.crew, at)
  const state = startingState(player)
  const length = lengthAt(player.timeline, at)
  for (let i = 0; i < length; i += 1) applyEntry(state, entryAt(player.timeline, i))
  return state
}

/** One brawler's trophies at an instant; null when the player does not own it. Reads back from what is known of later. */
export function brawlerTrophiesAt(world: World, player: Player, brawler: number, at: Seconds): number | null {
  simulateCrew(world, player.crew, at)
  const { timeline, latest } = player
  const next = nextOfBrawler(timeline, brawler, lengthAt(timeline, at))
  if (next !== null) return next.kind === HAPPENING.unlocked ? null : next.before
  return latest?.power[brawler] ? (latest.trophies[brawler] ?? null) : null
}

export function clubAt(club: Club, at: Seconds): ClubVersion {
  return versionAt(club.versions, at)
}

export function clubTrophiesAt(world: World, club: Club, at: Seconds): number {
  return clubAt(club, at).members.reduce((sum, { player }) => sum + trophiesAt(world, player, at), 0)
}
