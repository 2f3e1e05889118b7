import type { PlayerAnswer } from '#server/game/answers.ts'

/** A brawler as player_profiles keeps it. */
export type StoredBrawler = [
  id: number,
  name: string | null,
  power: number | null,
  rank: number | null,
  trophies: number,
  highestTrophies: number | null,
]

export type PlayerState = {
  tag: string
  name: string
  nameColor: string | null
  iconId: number | null
  trophies: number
  /** Trophies of the first observation. */
  firstTrophies: number | null
  /** What a club's list said last; it lags the profile, so it is only compared with itself. */
  rosterTrophies: number | null
  clubTag: string | null
  role: string | null
  country: string | null
  firstSeenAt: Date
  /** Last observation that said something new, or that no scan of a club stands for; what is stored. */
  observedAt: Date
  /** Last time anything saw the player, a scan of the club that changed nothing included. Older answers are too late. */
  seenAt: Date
  /** Last trophy change that was play: null when none was observed yet. */
  changedAt: Date | null
  lastBattleAt: Date | null
}

export type MemberState = {
  role: string
  trophies: number
  firstSeenAt: Date
  joinedAt: Date | null
  leftAt: Date | null
}

export type ClubState = {
  tag: string
  name: string
  description: string | null
  type: string | null
  badgeId: number | null
  requiredTrophies: number | null
  trophies: number
  /** Trophies of the first observation. */
  firstTrophies: number | null
  memberCount: number
  country: string | null
  firstSeenAt: Date
  observedAt: Date
  observedDays: number
  members: Map<string, MemberState>
}

export type RosterEvent = {
  clubTag: string
  kind: 'joined' | 'left' | 'returned' | 'promoted' | 'demoted' | 'renamed' | 'settings_changed'
  playerTag: string | null
  playerName: string | null
  before: string | null
  after: string | null
  observedAfter: Date
  observedAt: Date
}

/** One UTC day of a player as far as these answers tell: what to set, what to add. */
export type PlayerDay = { close: number; changes: number; scans: number; reset: number }
export type ClubDay = { close: number; members: number; scans: number; reset: number }

export type Source = 'club' | 'profile' | 'ranking'

/**
 * What is stored of everyone whom a batch of answers names, and what the answers change of it. The folding functions
 * change it in memory, in the order of time; it is then written at once.
 */
export type Ledger = {
  players: Map<string, PlayerState>
  clubs: Map<string, ClubState>
  /** Brawler ids and trophies of the last profile, to recognise a brawler that was withdrawn. */
  brawlers: Map<string, Map<number, number>>
  /** A reset's is marked: a later count must not take it for play. */
  observations: { playerTag: string; observedAt: Date; trophies: number; source: Source; isReset: boolean }[]
  playerDays: Map<string, PlayerDay>
  clubDays: Map<string, ClubDay>
  rosterEvents: RosterEvent[]
  changedPlayers: Set<string>
  changedClubs: Set<string>
  changedMembers: Map<string, Set<string>>
  profiles: Map<string, { readAt: Date; profile: PlayerAnswer }>
  formerNames: { tag: string; type: 'club' | 'player'; name: string; lastSeenAt: Date }[]
  newPlayers: Set<string>
  newClubs: Set<string>
  /** Of those named, who asked not to be shown, with their aliases. */
  hidden: Map<string, string>
}

export function emptyLedger(): Ledger {
  return {
    players: new Map(),
    clubs: new Map(),
    brawlers: new Map(),
    observations: [],
    playerDays: new Map(),
    clubDays: new Map(),
    rosterEvents: [],
    changedPlayers: new Set(),
    changedClubs: new Set(),
    changedMembers: new Map(),
    profiles: new Map(),
    formerNames: [],
    newPlayers: new Set(),
    newClubs: new Set(),
    hidden: new Map(),
  }
}
