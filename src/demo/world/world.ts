import type { Character } from './characters.ts'
import type { Country } from './countries.ts'
import type { PlayerState } from './player-state.ts'
import type { Seconds } from './time.ts'
import type { Timeline } from './timeline.ts'

/** How a player looked from an instant on. `rowStart` is the beginning of a member row as JSON, up to the role. */
export type Profile = { since: Seconds; name: string; nameColor: string; icon: number; rowStart: string }

/** The club a player was in from an instant on; null is none. */
export type Membership = { since: Seconds; club: Club | null }

export type Role = 'member' | 'senior' | 'vicePresident' | 'president'

export type ClubMember = { player: Player; role: Role }

export type ClubSettings = {
  name: string
  description: string
  type: 'open' | 'inviteOnly' | 'closed'
  badgeId: number
  requiredTrophies: number
  isFamilyFriendly: boolean
}

/** A club from an instant on, until the next version. */
export type ClubVersion = { since: Seconds; settings: ClubSettings; members: readonly ClubMember[] }

export type Club = {
  index: number
  tag: string
  country: Country
  /** Typical trophies of a member. */
  level: number
  /** Members come and go by a script instead of by chance (the example club). */
  scripted: boolean
  versions: [ClubVersion, ...ClubVersion[]]
}

/** One to three friends who often play together. Everything one of them does is simulated with the others, day by day. */
export type Crew = { seed: number; members: Player[]; days: number; freeAt: Seconds[] }

export type Player = {
  index: number
  tag: string
  seed: number
  country: Country
  character: Character
  /** Aim of the trophies at the epoch. */
  level: number
  /** Never moves, and keeps their name: landmarks and the cast of the example club. */
  settled: boolean
  crew: Crew
  slot: number
  timeline: Timeline
  /** State after the last entry of the timeline; null until the crew is first simulated. */
  latest: PlayerState | null
  startingTrophies: number
  profiles: [Profile, ...Profile[]]
  memberships: [Membership, ...Membership[]]
}

export type World = {
  seed: number
  epoch: Seconds
  clubs: Club[]
  players: Player[]
  clubByTag: Map<string, Club>
  playerByTag: Map<string, Player>
  /** Instants after the epoch at which a season ends, oldest first. */
  seasonEnds: readonly Seconds[]
  /** Days for which comings and goings are known. */
  days: number
}

/** A player in the course of being simulated, with the state after the last entry. */
export type Competitor = { player: Player; state: PlayerState }
