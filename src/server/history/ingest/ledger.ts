import type { PlayerAnswer } from '#server/game/answers.ts'
import type { RosterEventKind } from '#shared/event-texts.ts'
import type { ClubRole, ClubType } from '#shared/kinds.ts'
import type { Ladder } from './ladder.ts'
import type { PlayerRecords } from './player-records.ts'
import type { RawWeek } from './raw-lines.ts'

/** What is known of a player. */
export type PlayerState = {
  tag: string
  name: string
  nameColor: string | null
  iconId: number | null
  trophies: number
  firstTrophies: number | null
  /** What a club's list said last. It lags behind the profile, so it is compared with itself only. */
  rosterTrophies: number | null
  clubTag: string | null
  role: ClubRole | null
  country: string | null
  /** When a ranking told it last. */
  countryAt: Date | null
  firstSeenAt: Date
  /** The time stored with the player. A scan of the club that changes nothing does not move it. */
  observedAt: Date
  /** The later of that and of the club's last scan. An answer that is not newer comes late. */
  seenAt: Date
  /** Last trophy change that was play; null when none was observed yet. */
  changedAt: Date | null
  lastBattleAt: Date | null
  /** Up to when a battle log tells of all battles. */
  logUntil: Date | null
}

/** What is known of somebody who is, or was, in a club. `joinedAt` is null for those of the first scan. */
export type MemberState = {
  /** What the club's list said last; null for members of earlier versions. */
  name: string | null
  role: ClubRole
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
  type: ClubType | null
  badgeId: number | null
  requiredTrophies: number | null
  trophies: number
  firstTrophies: number | null
  memberCount: number
  country: string | null
  countryAt: Date | null
  firstSeenAt: Date
  observedAt: Date
  /** Distinct UTC days with an observation. */
  observedDays: number
  /** Whether the last list held all members. */
  membersComplete: boolean
  /** Since when scans are held back, as they take too much at once; null where the last one was believed. */
  heldSince: Date | null
  /** By tag or alias, former members included. */
  members: Map<string, MemberState>
}

/** Something that happened in a club between two observations. */
export type RosterEvent = {
  clubTag: string
  kind: RosterEventKind
  playerTag: string | null
  playerName: string | null
  before: string | null
  after: string | null
  observedAfter: Date
  observedAt: Date
}

/**
 * What these answers tell of one UTC day of a player: `close` is set (null: as it is stored), the others are added to what
 * is stored. `estimated` of the `changes` are estimates.
 */
export type PlayerDay = {
  close: number | null
  changes: number
  estimated: number
  scans: number
}

/** The same for a club; `close` and `members` are set. What joiners brought is 0 or more, what leavers took 0 or less. */
export type ClubDay = {
  close: number | null
  members: number | null
  scans: number
  joined: number
  departed: number
}

/** Which kind of answer told of a player. */
export type Source = 'club' | 'profile' | 'ranking' | 'observation'

/**
 * What is stored of everyone whom a batch of answers names, and what the answers change of it. The folding functions
 * change it in memory, in the order of time, and then it is written at once (docs/decisions/0006-ingestion-as-a-fold.md).
 */
export type Ledger = {
  players: Map<string, PlayerState>
  clubs: Map<string, ClubState>
  /** A player's last profile: when it was read, and each brawler's trophies by id, to recognise what a reset took. */
  brawlers: Map<string, { readAt: Date; trophies: Map<number, number> }>
  /** Of those whose profiles are among the answers: their newest month of ladders, and what they ever reached. */
  ladders: Map<string, Ladder>
  records: Map<string, PlayerRecords>
  changedLadders: Set<string>
  /** Profiles of which the standing in the Ranked mode was set aside. */
  setAside: number
  /** Raw answers of the week, by club and by player. */
  raw: { club: Map<string, RawWeek>; player: Map<string, RawWeek> }
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
  /** Clubs and players whose whole history must be computed again: an answer is older than one taken in before. */
  late: { club: Set<string>; player: Set<string> }
  /** Players whose days must be counted again, since more is known of them now, and from which moment on. */
  recounts: Map<string, Date>
  /** Players who, by a club's list, lost more trophies than a few battles take. */
  fallen: Set<string>
  /** Answers that were taken in before. */
  repeated: number
  /** Clubs of which a scan was held back. */
  heldBack: Set<string>
  /** Aliases of those who asked to be hidden, by tag (docs/decisions/0008-hidden-players.md). */
  hidden: Map<string, string>
}

export function emptyLedger(): Ledger {
  return {
    players: new Map(),
    clubs: new Map(),
    brawlers: new Map(),
    ladders: new Map(),
    records: new Map(),
    changedLadders: new Set(),
    setAside: 0,
    raw: { club: new Map(), player: new Map() },
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
    late: { club: new Set(), player: new Set() },
    recounts: new Map(),
    fallen: new Set(),
    repeated: 0,
    heldBack: new Set(),
    hidden: new Map(),
  }
}

/** Notes that days from this moment on are to be counted again; an earlier moment stays. */
export function recountFrom({ recounts }: Ledger, tag: string, from: Date): void {
  const known = recounts.get(tag)
  if (known === undefined || from < known) recounts.set(tag, from)
}

/** The raw answers of a club or player in the week that is being ingested. */
export function rawWeek(ledger: Ledger, type: 'club' | 'player', tag: string): RawWeek {
  const known = ledger.raw[type].get(tag)
  if (known !== undefined) return known
  const week: RawWeek = { answers: [], stored: 0, appends: true }
  ledger.raw[type].set(tag, week)
  return week
}
