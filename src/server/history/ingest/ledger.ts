import type { PlayerAnswer } from '#server/game/answers.ts'

/** What is known of a player. */
export type PlayerState = {
  tag: string
  name: string
  nameColor: string | null
  iconId: number | null
  trophies: number
  /** Trophies of the first observation. */
  firstTrophies: number | null
  /** What a club's list said last. It lags behind the profile, so it is compared with itself only. */
  rosterTrophies: number | null
  clubTag: string | null
  role: string | null
  country: string | null
  firstSeenAt: Date
  /** The time stored with the player. A scan of the club that changes nothing does not move it. */
  observedAt: Date
  /** The later of that and of the club's last scan. Answers that are not newer are ignored. */
  seenAt: Date
  /** Last trophy change that was play; null when none was observed yet. */
  changedAt: Date | null
  lastBattleAt: Date | null
}

/** What is known of somebody who is, or was, in a club. `joinedAt` is null for those of the first scan. */
export type MemberState = {
  role: string
  trophies: number
  firstSeenAt: Date
  joinedAt: Date | null
  leftAt: Date | null
}

/** What is known of a club. */
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
  /** Distinct UTC days with an observation. */
  observedDays: number
  /** By tag or alias, former members included. */
  members: Map<string, MemberState>
}

/** Something that happened in a club between two observations. */
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

/** What these answers tell of one UTC day of a player: `close` is set, the others are added to what is stored. */
export type PlayerDay = { close: number; changes: number; scans: number; reset: number }

/** The same for a club; `close` and `members` are set. */
type ClubDay = { close: number; members: number; scans: number; reset: number }

/** Which kind of answer told of a player. */
export type Source = 'club' | 'profile' | 'ranking'

/**
 * What is stored of everyone whom a batch of answers names, and what the answers change of it. The folding functions
 * change it in memory, in the order of time, and then it is written at once (docs/decisions/0006-ingestion-as-a-fold.md).
 */
export type Ledger = {
  players: Map<string, PlayerState>
  clubs: Map<string, ClubState>
  /** Trophies of each brawler in a player's last profile, by id: to recognise a brawler that was withdrawn. */
  brawlers: Map<string, Map<number, number>>
  /** `isReset` marks a fall that a later count must not take for play (docs/formulas.md#season-resets). */
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
  /** Aliases of those who asked to be hidden, by tag (docs/decisions/0008-hidden-players.md). */
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
