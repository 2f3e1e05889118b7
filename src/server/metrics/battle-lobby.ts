import { BIN_SIZE, LAST_BIN, type LOBBIES } from '#shared/contract/battles.ts'
import type { Family } from '#shared/kinds.ts'

/** How a battle is decided: between two teams, by places, or between two players with several brawlers each. */
export type Format = 'teams' | 'showdown' | 'duels'
/** Whom a team probably met: an inference from the tags of its opponents (docs/game-api.md#lobbies-of-bots). */
export type Lobby = (typeof LOBBIES)[number]

/** The game calls the trophy ladder `ranked`. Community maps have the event 0 and count for nothing. */
export function battleFamily(type: string | null, eventId: number): Family {
  if (eventId === 0) return 'other'
  if (type === 'ranked') return 'ladder'
  return isRankedMode(type) ? 'ranked' : 'other'
}

/** There, a brawler's trophies are the number of a league (docs/game-api.md#battle-types). */
export function isRankedMode(type: string | null): boolean {
  return type === 'soloRanked' || type === 'teamRanked'
}

/** Battles against computers, of one team, are won or lost as those of two. */
export function battleFormat({ mode, rank }: { mode: string; rank: number | null }): Format {
  if (mode === 'duels') return 'duels'
  return rank !== null || /showdown$/i.test(mode) ? 'showdown' : 'teams'
}

/** A player of a battle: the tag, and the trophies of the brawler before it, null where they are not told. */
export type Opponent = { tag: string; trophies: number | null }

const TEAM_SIZE = 3
/** Of opponents whose tags share one character, the brawlers' trophies lie this close in a lobby of bots. */
const SPREAD = 60

/**
 * Whom a team of this size met. The rule was measured for three against three alone, so others are `unknown`, and so
 * are those where the rule needs trophies that are not told.
 */
export function lobbyOf(teamSize: number, opponents: readonly Opponent[]): Lobby {
  if (teamSize !== TEAM_SIZE || opponents.length !== TEAM_SIZE) return 'unknown'
  const shared = sharedStart(opponents.map(({ tag }) => tag))
  if (shared >= 2) return 'bots'
  const isEquallyLong = opponents.every(({ tag }) => tag.length === opponents[0]?.tag.length)
  if (shared === 0 || !isEquallyLong) return 'people'
  const trophies = opponents.map((opponent) => opponent.trophies)
  if (!trophies.every((known) => known !== null)) return 'unknown'
  return Math.max(...trophies) - Math.min(...trophies) <= SPREAD ? 'likely_bots' : 'people'
}

/** How many characters after the # all tags have in common. */
function sharedStart(tags: readonly string[]): number {
  const first = tags[0] ?? ''
  let shared = 1
  while (shared < first.length && tags.every((tag) => tag[shared] === first[shared])) shared += 1
  return shared - 1
}

/** The lowest trophies of the bin in which a brawler's trophies lie, in steps of 200; the bin from 2,000 is open. */
export function trophyBin(trophies: number): number {
  return Math.min(LAST_BIN, Math.floor(trophies / BIN_SIZE) * BIN_SIZE)
}
