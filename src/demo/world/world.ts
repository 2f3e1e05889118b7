import type { Character } from './characters.ts'
import type { Country } from './countries.ts'
import type { PlayerState } from './player-state.ts'
import type { Seconds } from './time.ts'
import type { EntryRoom, Timeline } from './timeline.ts'

/** A player's name, colour and icon from a moment on. `rowStart` is the JSON of a member row up to the role. */
export type Profile = { since: Seconds; name: string; nameColor: string; icon: number; rowStart: string }

/** The club of a player from a moment on; null is none. */
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

/** A club from a moment on, until the next version. */
export type ClubVersion = { since: Seconds; settings: ClubSettings; members: readonly ClubMember[] }

/** In a lively club most members play, in an ordinary one less than half of them, in a quiet one hardly anybody. */
export type Mood = 'lively' | 'ordinary' | 'quiet'

export type Club = {
  index: number
  tag: string
  country: Country
  /** Typical trophies of a member. */
  level: number
  mood: Mood
  /** True for the example club: a script, not chance, decides who joins and leaves. */
  scripted: boolean
  versions: [ClubVersion, ...ClubVersion[]]
}

/**
 * One to three friends who often play together. They are simulated together, day by day. `days`: how many are simulated.
 * `settledDays`: how many of them are part of the members' settled states and cannot be read any more.
 */
export type Crew = { seed: number; members: Player[]; days: number; settledDays: number; freeAt: Seconds[] }

export type Player = {
  index: number
  tag: string
  seed: number
  country: Country
  character: Character
  /** Wanted trophies at the epoch. */
  level: number
  /** Keeps the club and the name: players of landmarks.ts and the cast of the example club. */
  settled: boolean
  crew: Crew
  /** Position in the crew. */
  slot: number
  timeline: Timeline
  /** The state after the settled days of the crew; null until somebody asks for it. */
  settledState: PlayerState | null
  /** The state after the last entry; null until the player plays. */
  latest: PlayerState | null
  /** Season ends that the simulation has applied. */
  seasonsEnded: number
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
  /** Moments after the epoch at which a season ends, oldest first. */
  seasonEnds: readonly Seconds[]
  /** Days for which the clubs are simulated. */
  days: number
  /** Where the timelines of all players are. */
  room: EntryRoom
  /** How many days of play can be read at once. Older ones are simulated again when something asks for them. */
  rememberedDays: number
}

/** A player while being simulated, with the state after the last entry. */
export type Competitor = { player: Player; state: PlayerState }
