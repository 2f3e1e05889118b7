import type { Clock } from '#shared/clock.ts'
import { normaliseTag } from '#shared/tag.ts'
import { createCaller, type GameApiStatus } from './caller.ts'
import { GameApiError } from './errors.ts'
import type { Incident } from './incidents.ts'
import { createOperation } from './operation.ts'
import { type BattleLogAnswer, parseBattleLog } from './payloads/battle-log.ts'
import { type Brawler, parseBrawlers } from './payloads/brawlers.ts'
import { type ClubAnswer, type ClubMember, parseClub, parseClubMembers } from './payloads/club.ts'
import { parseEventRotation, type ScheduledEvent } from './payloads/event-rotation.ts'
import type { Glitch } from './payloads/glitch.ts'
import { type PlayerAnswer, parsePlayer } from './payloads/player.ts'
import {
  type ClubRankingRow,
  type PlayerRankingRow,
  parseBrawlerRanking,
  parseClubRanking,
  parsePlayerRanking,
} from './payloads/rankings.ts'
import { about, canonicalCountry } from './payloads/recorded.ts'
import type { Priority } from './single-flight.ts'

const DEFAULT_TIMEOUT_MS = 8_000

export type Answer<T> = {
  body: T
  /** When the answer arrived; in demo time, the moment it was asked for. */
  observedAt: Date
  /** How long the game says the answer holds; 0 when it says nothing. */
  maxAgeSeconds: number
  /** What was set aside. */
  glitches: Glitch[]
  /** The answer as sent (pages put together), to be kept or exported; never shown. */
  raw: unknown
}

export type CallOptions = {
  /** Visitors (the default) go first, wait 10 s at most and are tried twice. */
  priority?: Priority
  /** A user's own key: its own rate, and its refusal says nothing about the shared tokens. */
  apiKey?: string | undefined
  signal?: AbortSignal | undefined
  /** The moment to ask about; only the demo provider knows the past. */
  at?: Date | undefined
}

/**
 * The game's API. Tags in any spelling `normaliseTag` takes, countries `global` or two letters; anything else is
 * `not-found` without a call. Every call throws GameApiError and nothing else.
 */
export type GameApi = {
  getClub(tag: string, options?: CallOptions): Promise<Answer<ClubAnswer>>
  getClubMembers(tag: string, options?: CallOptions): Promise<Answer<ClubMember[]>>
  getPlayer(tag: string, options?: CallOptions): Promise<Answer<PlayerAnswer>>
  getBattleLog(tag: string, options?: CallOptions): Promise<Answer<BattleLogAnswer>>
  getPlayerRanking(country: string, options?: CallOptions): Promise<Answer<PlayerRankingRow[]>>
  getClubRanking(country: string, options?: CallOptions): Promise<Answer<ClubRankingRow[]>>
  getBrawlerRanking(country: string, brawlerId: number, options?: CallOptions): Promise<Answer<PlayerRankingRow[]>>
  getBrawlers(options?: CallOptions): Promise<Answer<Brawler[]>>
  getEventRotation(options?: CallOptions): Promise<Answer<ScheduledEvent[]>>
  status(): GameApiStatus
  /** Resolves once neither maintenance nor an open circuit holds calls back. Rejects with the signal's reason. */
  untilOpen(signal?: AbortSignal): Promise<void>
  /** Cancels what is under way. */
  close(): Promise<void>
}

export type GameApiOptions = {
  /** With the version, like `https://api.brawlstars.com/v1`. */
  baseUrl: string
  /** Used in turn; at least one. */
  tokens: string[]
  /** For each token, never exceeded. May be a fraction. */
  callsPerSecond: number
  clock: Clock
  timeoutMs?: number
  /** Told when an incident starts (`endedAt` null) and when it ends. */
  onIncident?: (incident: Incident) => void
  /** The upstream is the demo provider, which answers for a past moment. */
  demoTime?: boolean
}

function requireTag(tag: string): string {
  const canonical = normaliseTag(tag)
  if (canonical === null) throw new GameApiError('not-found', 'no tag')
  return canonical
}

function tagPath(collection: 'clubs' | 'players', tag: string): string {
  return `/${collection}/${encodeURIComponent(tag)}`
}

function rankingPath(country: string, what: string): string {
  const canonical = canonicalCountry(country)
  if (canonical === null) throw new GameApiError('not-found', 'no country')
  return `/rankings/${canonical}/${what}`
}

/** Opens the client. Nothing is called until something is asked. */
export function createGameApi(options: GameApiOptions): GameApi {
  const caller = createCaller({ timeoutMs: DEFAULT_TIMEOUT_MS, onIncident: () => {}, ...options })
  const { ask, close } = createOperation(caller, options.clock, options.demoTime ?? false)

  return {
    async getClub(tag, o) {
      const wanted = requireTag(tag)
      return ask({ path: tagPath('clubs', wanted), parse: (raw) => about(wanted, parseClub(raw)) }, o)
    },
    async getClubMembers(tag, o) {
      return ask({ path: `${tagPath('clubs', requireTag(tag))}/members`, isPaged: true, parse: parseClubMembers }, o)
    },
    async getPlayer(tag, o) {
      const wanted = requireTag(tag)
      return ask({ path: tagPath('players', wanted), parse: (raw) => about(wanted, parsePlayer(raw)) }, o)
    },
    async getBattleLog(tag, o) {
      const wanted = requireTag(tag)
      return ask({ path: `${tagPath('players', wanted)}/battlelog`, parse: (raw) => parseBattleLog(raw, wanted) }, o)
    },
    async getPlayerRanking(country, o) {
      return ask({ path: rankingPath(country, 'players'), isPaged: true, parse: parsePlayerRanking }, o)
    },
    async getClubRanking(country, o) {
      return ask({ path: rankingPath(country, 'clubs'), isPaged: true, parse: parseClubRanking }, o)
    },
    async getBrawlerRanking(country, brawlerId, o) {
      const path = rankingPath(country, `brawlers/${Math.trunc(brawlerId)}`)
      return ask({ path, isPaged: true, parse: parseBrawlerRanking }, o)
    },
    getBrawlers: (o) => ask({ path: '/brawlers', isPaged: true, parse: parseBrawlers }, o),
    getEventRotation: (o) => ask({ path: '/events/rotation', parse: parseEventRotation }, o),
    status: caller.status,
    untilOpen: caller.untilOpen,
    close,
  }
}
