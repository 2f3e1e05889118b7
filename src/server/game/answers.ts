import type { AnswerGlitch, ClubRole, ClubType, Family } from '#shared/kinds.ts'

/** Something in an answer that was set aside instead of believed. */
export type Glitch = {
  /** Where in the answer, like `members.3`. */
  path: string
  kind: AnswerGlitch
  /** Why, for logs and counts. It holds nothing of the answer itself. */
  detail: string
}

/** The readable part of an answer, and what was set aside. */
export type Parsed<T> = { body: T; glitches: Glitch[] }

/** `/clubs/{tag}`. A null field is unknown. */
export type ClubAnswer = {
  tag: string
  name: string
  description: string | null
  type: ClubType
  badgeId: number | null
  requiredTrophies: number | null
  trophies: number
  isFamilyFriendly: boolean | null
  members: ClubMember[]
  /** False when rows were set aside or are missing. A player who is not listed has then not necessarily left. */
  membersComplete: boolean
}

export type ClubMember = {
  tag: string
  name: string
  nameColor: string | null
  /** Null when it is unknown. That is never read as a demotion. */
  role: ClubRole | null
  trophies: number
  iconId: number | null
}

/** `/players/{tag}`. A null field is unknown. */
export type PlayerAnswer = {
  tag: string
  name: string
  nameColor: string | null
  iconId: number | null
  trophies: number
  highestTrophies: number | null
  expLevel: number | null
  expPoints: number | null
  victories3v3: number | null
  soloVictories: number | null
  duoVictories: number | null
  totalPrestigeLevel: number | null
  fame: number | null
  /** The Ranked mode. `season` counts months. */
  ranked: { season: number | null; now: RankedStanding; seasonBest: RankedStanding; best: RankedStanding }
  /** Null: the player is in no club. Undefined: the answer does not say. */
  club?: { tag: string; name: string } | null | undefined
  /** In the order of the answer, which is by id. */
  brawlers: PlayerBrawler[]
}

/** A tier by its name in capitals, or `UNRANKED`; and the points of the Ranked mode. Each may be unknown. */
export type RankedStanding = { tier: string | null; rating: number | null }

export type PlayerBrawler = {
  id: number
  name: string | null
  power: number | null
  /** A function of `highestTrophies` whose meaning has changed over the years. Ranks of different years do not compare. */
  rank: number | null
  trophies: number
  highestTrophies: number | null
  /** How many thousands of trophies the brawler has reached. */
  prestigeLevel: number | null
  currentWinStreak: number | null
  maxWinStreak: number | null
  skin: { id: number; name: string | null } | null
  /** How many the player owns; null in answers that are older than this part of the game. */
  gadgets: number | null
  starPowers: number | null
  gears: number | null
  hyperCharges: number | null
  /** Of three: for gadget, star power and hypercharge. */
  buffies: number | null
}

/** `/players/{tag}/battlelog`, newest battle first. */
export type BattleLogAnswer = { battles: Battle[] }

/** One battle as the player whose log it is saw it. */
export type Battle = {
  /** The battle's fingerprint, the same in every participant's log: a UUID. */
  key: string
  /** When the battle ended, to the second. A player may have two battles in one second. */
  battleTime: Date
  /** 0 for community maps. */
  eventId: number
  mode: string
  map: string | null
  /** `ranked` is the trophy ladder, `soloRanked` and `teamRanked` the Ranked mode; null against computers. */
  type: string | null
  family: Family
  format: 'teams' | 'showdown' | 'duels'
  result: 'victory' | 'defeat' | 'draw' | null
  /** The place, 1 is the best; only in showdowns. */
  rank: number | null
  durationSeconds: number | null
  /** 0 when absent, since the game leaves zeros out. In duels the sum over the player's own brawlers. */
  trophyChange: number
  /**
   * In duels what each of the player's own brawlers won or lost, in their order; null elsewhere and where it is not told.
   */
  brawlerChanges: number[] | null
  /** All who took part, bots included, in an order that is the same in every participant's log. */
  teams: BattleTeam[]
  /** Where the player stands whose log this is. */
  own: { team: number; place: number }
  /** The place of the star player, counted from 0 through the teams; -1 for somebody else, null where nobody is named. */
  star: number | null
}

/** The lobby tells whom the team met. */
export type BattleTeam = { lobby: 'people' | 'bots' | 'likely_bots' | 'unknown'; fighters: BattleFighter[] }

/** The tag is null for somebody who is hidden. One brawler, in duels several, none where the log does not tell. */
export type BattleFighter = {
  tag: string | null
  /** Trophies before the battle; in the Ranked mode the number of a league; null in friendly battles. */
  brawlers: { id: number; power: number | null; trophies: number | null }[]
}

/** A row of `/rankings/{country}/players`, or of a brawler's ranking, where `trophies` are that brawler's. */
export type PlayerRankingRow = {
  tag: string
  name: string
  nameColor: string | null
  iconId: number | null
  trophies: number
  rank: number
  clubName: string | null
}

/** A row of `/rankings/{country}/clubs`. */
export type ClubRankingRow = {
  tag: string
  name: string
  badgeId: number | null
  trophies: number
  rank: number
  memberCount: number | null
}

/** A brawler of `/brawlers`. */
export type Brawler = {
  id: number
  name: string
  gadgets: { id: number; name: string }[]
  starPowers: { id: number; name: string }[]
  hyperCharges: { id: number; name: string }[]
}

/** A mode of `/gamemodes`; some have no name. */
export type GameMode = { id: number; name: string | null }

/** What the game offers to play for a while: an entry of `/events/rotation`. */
export type ScheduledEvent = { id: number; mode: string; map: string | null; startsAt: Date; endsAt: Date }

/** An answer and when the game gave it: collected, imported, or of the demo's past. */
export type ObservedAnswer = { observedAt: Date } & (
  | { kind: 'club'; body: ClubAnswer }
  | { kind: 'player'; body: PlayerAnswer }
  | { kind: 'battle-log'; tag: string; body: BattleLogAnswer }
  | { kind: 'player-ranking'; country: string; body: PlayerRankingRow[] }
  | { kind: 'club-ranking'; country: string; body: ClubRankingRow[] }
  | { kind: 'brawler-ranking'; country: string; brawlerId: number; body: PlayerRankingRow[] }
  | { kind: 'brawlers'; body: Brawler[] }
  | { kind: 'rotation'; body: ScheduledEvent[] }
  | { kind: 'gamemodes'; body: GameMode[] }
)

export type Observed<Kind extends ObservedAnswer['kind']> = Extract<ObservedAnswer, { kind: Kind }>
