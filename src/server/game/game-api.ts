import type { IncidentKind } from '#shared/kinds.ts'
import { type PlainTextId, type Sentence, said } from '#shared/texts.ts'
import type {
  BattleLogAnswer,
  Brawler,
  ClubAnswer,
  ClubRankingRow,
  GameMode,
  Glitch,
  PlayerAnswer,
  PlayerRankingRow,
  ScheduledEvent,
} from './answers.ts'

export type Answer<T> = {
  body: T
  /** When the answer arrived; in demo time, the moment it was asked for. */
  observedAt: Date
  /** How long the game says that the answer holds; 0 when it says nothing. */
  maxAgeSeconds: number
  /** What was set aside. */
  glitches: Glitch[]
  /** The answer as the game sent it, pages put together. It may be kept or exported, and is never shown. */
  raw: unknown
}

export type CallOptions = {
  /** A visitor's call (the default) goes first, waits 10 s at most and is tried twice. */
  priority?: Priority
  /** Whose call it is, for fair shares. A call of nobody in particular waits behind no share. */
  askedBy?: Asker | undefined
  /** A user's own key. It has a rate of its own, and its refusal says nothing about the shared tokens. */
  apiKey?: string | undefined
  signal?: AbortSignal | undefined
  /** The moment to ask about; only the demo provider knows the past. */
  at?: Date | undefined
}

/**
 * The game's API. Tags are taken in any spelling that `normaliseTag` knows, countries as `global` or two letters;
 * anything else is `not-found` without a call. Every call throws GameApiError and nothing else.
 */
export type GameApi = {
  getClub(tag: string, options?: CallOptions): Promise<Answer<ClubAnswer>>
  getPlayer(tag: string, options?: CallOptions): Promise<Answer<PlayerAnswer>>
  getBattleLog(tag: string, options?: CallOptions): Promise<Answer<BattleLogAnswer>>
  getPlayerRanking(country: string, options?: CallOptions): Promise<Answer<PlayerRankingRow[]>>
  getClubRanking(country: string, options?: CallOptions): Promise<Answer<ClubRankingRow[]>>
  getBrawlerRanking(country: string, brawlerId: number, options?: CallOptions): Promise<Answer<PlayerRankingRow[]>>
  getBrawlers(options?: CallOptions): Promise<Answer<Brawler[]>>
  getGameModes(options?: CallOptions): Promise<Answer<GameMode[]>>
  getRotation(options?: CallOptions): Promise<Answer<ScheduledEvent[]>>
  /** Makes a cheap call with a user's own key. Throws GameApiError `forbidden` when the game refuses the key. */
  checkKey(apiKey: string): Promise<void>
  status(): GameApiStatus
  /** Resolves once neither maintenance nor an open circuit holds calls back. Rejects with the signal's reason. */
  untilOpen(signal?: AbortSignal): Promise<void>
  /** Cancels the calls that are under way. */
  close(): Promise<void>
}

/** Who asks. A visitor's call goes before a collector's, which has a third of all calls. */
export type Priority = 'visitor' | 'collector'

/** The names under which a visitor's calls are counted: the network, and the account. The busiest of them counts. */
export type Asker = readonly string[]

/** How the game's API answers, and how many calls we make. */
export type GameApiStatus = {
  state: 'ok' | IncidentKind
  breaker: 'closed' | 'open'
  /** `closed` during maintenance. */
  gate: 'open' | 'closed'
  /** Calls a second that are allowed at present, for all tokens together; less than configured after a 429. */
  callsPerSecond: number
  usedThisSecond: number
  leftThisSecond: number
  /** Calls waiting for their turn. */
  queued: number
  callsLastMinute: number
  /** Calls since the start, by how they ended. */
  outcomes: Partial<Record<Outcome, number>>
  /** The worst incident that goes on. */
  incident: Incident | null
}

/** How a call ended. */
export type Outcome = 'ok' | GameApiErrorKind

/** A time in which the game's API did not answer as it should. `endedAt` is null while it goes on. */
export type Incident = { kind: IncidentKind; startedAt: Date; endedAt: Date | null; message: string }

export type GameApiErrorKind =
  | 'not-found'
  | 'forbidden'
  | 'throttled'
  | 'maintenance'
  | 'timeout'
  | 'unavailable'
  | 'malformed'
  | 'glitched'
  | 'circuit-open'
  | 'aborted'

type Details = { retryAfterMs?: number | undefined; status?: number; refusedAddress?: string | null; cause?: unknown }

/** A call of the game's API without a usable answer. The message is for logs; it holds no token and no text of the game. */
export class GameApiError extends Error {
  readonly kind: GameApiErrorKind
  /** Milliseconds after which another try makes sense; null when that is unknown or a try is pointless. */
  readonly retryAfterMs: number | null
  /** The HTTP status of the answer; null when there was none. */
  readonly status: number | null
  /** The address from which the game saw our call, when our token is made for another one. Not for visitors. */
  readonly refusedAddress: string | null

  constructor(kind: GameApiErrorKind, message: string, details: Details = {}) {
    super(message, { cause: details.cause })
    this.name = 'GameApiError'
    this.kind = kind
    this.retryAfterMs = details.retryAfterMs ?? null
    this.status = details.status ?? null
    this.refusedAddress = details.refusedAddress ?? null
  }
}

const SENTENCES = {
  'not-found': 'error.gameNotFound',
  forbidden: 'error.gameForbidden',
  throttled: 'error.gameThrottled',
  maintenance: 'error.gameMaintenance',
  timeout: 'error.gameTimeout',
  unavailable: 'error.gameUnavailable',
  malformed: 'error.gameMalformed',
  glitched: 'error.gameGlitched',
  'circuit-open': 'error.gameSilent',
  aborted: 'error.gameAborted',
} satisfies Record<GameApiErrorKind, PlainTextId>

/** A sentence for the visitor. Only fixed texts, since messages of the game may hold an IP address. */
export function visitorSentence(error: GameApiError): Sentence {
  return said(SENTENCES[error.kind])
}
