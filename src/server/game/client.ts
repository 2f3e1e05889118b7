import * as z from 'zod'
import type { Clock } from '#server/kernel/clock.ts'
import { createCoalescedCalls } from '#server/kernel/coalesced-calls.ts'
import { normaliseTag } from '#shared/tag.ts'
import type { Parsed } from './answers.ts'
import { fingerprint } from './budget.ts'
import { type Caller, createCaller, PROBE_PATH } from './caller.ts'
import type { Ask } from './fair-queue.ts'
import {
  type Answer,
  type Asker,
  type CallOptions,
  type GameApi,
  GameApiError,
  type Incident,
  type Priority,
} from './game-api.ts'
import { parseBattleLog } from './payloads/battle-log.ts'
import { type ModeWords, parseBrawlers, parseGameModes, parseRotation } from './payloads/catalogue.ts'
import { parseClub } from './payloads/club.ts'
import { UnusableAnswer } from './payloads/parsing.ts'
import { parsePlayer } from './payloads/player.ts'
import { parseBrawlerRanking, parseClubRanking, parsePlayerRanking } from './payloads/rankings.ts'
import { canonicalCountry, requireAboutTag } from './payloads/recorded.ts'
import type { Exchange } from './request.ts'

const DEFAULT_TIMEOUT_MS = 8_000

export type GameApiOptions = {
  /** The address with the version, like `https://api.brawlstars.com/v1`. */
  baseUrl: string
  /** At least one; they are used in turn. */
  tokens: string[]
  /** For each token; it may be a fraction. */
  callsPerSecond: number
  clock: Clock
  timeoutMs?: number
  /** Called when an incident starts (`endedAt` null) and when it ends. */
  onIncident?: (incident: Incident) => void
  /** The address is that of the demo provider, which can answer for a past moment. */
  demoTime?: boolean
  /** Words for modes, to which the process adds while it runs. */
  modeWords?: ModeWords
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

/** Opens the client. It makes no call by itself. */
export function createGameApi(options: GameApiOptions): GameApi {
  const caller = createCaller({ timeoutMs: DEFAULT_TIMEOUT_MS, onIncident: () => {}, ...options })
  const words = options.modeWords ?? new Map()
  const { ask, close } = createAsk(caller, options.clock, options.demoTime ?? false)

  return {
    async getClub(tag, o) {
      const wanted = requireTag(tag)
      return ask({ path: tagPath('clubs', wanted), parse: (raw) => requireAboutTag(wanted, parseClub(raw)) }, o)
    },
    async getPlayer(tag, o) {
      const wanted = requireTag(tag)
      return ask({ path: tagPath('players', wanted), parse: (raw) => requireAboutTag(wanted, parsePlayer(raw)) }, o)
    },
    async getBattleLog(tag, o) {
      const wanted = requireTag(tag)
      return ask(
        { path: `${tagPath('players', wanted)}/battlelog`, parse: (raw) => parseBattleLog(raw, wanted, words) },
        o,
      )
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
    getGameModes: (o) => ask({ path: '/gamemodes', isPaged: true, parse: parseGameModes }, o),
    getRotation: (o) => ask({ path: '/events/rotation', parse: (raw) => parseRotation(raw, words) }, o),
    async checkKey(apiKey) {
      await ask({ path: PROBE_PATH, parse: () => ({ body: null, glitches: [] }) }, { apiKey })
    },
    status: caller.status,
    untilOpen: caller.untilOpen,
    close,
  }
}

/** A visitor waits no longer for the queue, the pauses and the tries together. */
const LONGEST_VISITOR_WAIT_MS = 10_000
const RETRY_AFTER_LATE_MS = 5_000

/** Askers of a crowd that are looked at, to find the one with the best right to a call. */
const MOST_ASKERS = 20

/** A reason that nobody reads. An abort without one makes an error with a stack each time. */
const ANSWERED = 'answered'

type Endpoint<T> = { path: string; isPaged?: boolean; parse: (raw: unknown) => Parsed<T> }

/** Parses an answer, and counts one that cannot be used. @throws GameApiError `malformed` or `glitched` */
function parseOrCount<T>(endpoint: Endpoint<T>, raw: unknown, caller: Caller): Parsed<T> {
  try {
    return endpoint.parse(raw)
  } catch (error) {
    const kind = error instanceof UnusableAnswer ? error.kind : 'malformed'
    caller.countUnusable(kind)
    throw new GameApiError(kind, `unusable answer to ${endpoint.path}`, { cause: error })
  }
}

/** Calls of one key ask for the same: the same path, of the same moment, with the same rights. */
function callKey(path: string, options: CallOptions, demoTime: Date | undefined): string {
  const key = options.apiKey === undefined ? 'shared' : fingerprint(options.apiKey)
  return [key, demoTime?.toISOString() ?? 'now', path].join(' ')
}

function abortError(reason: unknown): GameApiError {
  return reason instanceof GameApiError ? reason : new GameApiError('aborted', 'the caller gave up', { cause: reason })
}

/** Asks for one endpoint's answer with all its pages: equal calls are coalesced, and a visitor waits 10 s at most. */
function createAsk(caller: Caller, clock: Clock, knowsPast: boolean) {
  const calls = createCoalescedCalls<Answer<unknown>, { priority: Priority; askers: readonly Asker[] }>({
    onJoin(run, { priority, askers }) {
      if (priority === 'visitor') run.priority = priority
      if (run.askers.length < MOST_ASKERS) run.askers = [...run.askers, ...askers]
    },
    toError: abortError,
  })
  const closing = new AbortController()

  async function fetchAnswer<T>(endpoint: Endpoint<T>, options: CallOptions, demoTime: Date | undefined, ask: Ask) {
    const get = (path: string) => caller.call({ path, apiKey: options.apiKey, demoTime }, ask)
    const { json, maxAgeSeconds } = endpoint.isPaged ? await allPages(endpoint.path, get) : await get(endpoint.path)
    const { body, glitches } = parseOrCount(endpoint, json, caller)
    return { body, glitches, raw: json, maxAgeSeconds, observedAt: demoTime ?? clock.now() }
  }

  /** Is aborted when a visitor has waited long enough, unless `done` is aborted before. */
  function deadline(done: AbortSignal): AbortSignal {
    const late = new AbortController()
    const error = new GameApiError('unavailable', 'no answer in time', { retryAfterMs: RETRY_AFTER_LATE_MS })
    clock.wait(LONGEST_VISITOR_WAIT_MS, done).then(
      () => late.abort(error),
      () => {},
    )
    return late.signal
  }

  return {
    async ask<T>(endpoint: Endpoint<T>, options: CallOptions = {}): Promise<Answer<T>> {
      const demoTime = knowsPast ? options.at : undefined
      const { priority = 'visitor', askedBy } = options
      const askers = askedBy === undefined ? [] : [askedBy]
      const done = new AbortController()
      const signals = [closing.signal, options.signal, priority === 'visitor' ? deadline(done.signal) : undefined]
      const signal = AbortSignal.any(signals.filter((one) => one !== undefined))
      const key = callKey(endpoint.path, options, demoTime)
      try {
        const answer = calls.join(key, (ask) => fetchAnswer(endpoint, options, demoTime, ask), {
          priority,
          askers,
          signal,
        })
        // The key names the path, so all calls of one key have answers of the same type.
        return (await answer) as Answer<T>
      } finally {
        done.abort(ANSWERED)
      }
    },
    async close(): Promise<void> {
      closing.abort(new GameApiError('aborted', 'the client was closed'))
      await caller.close()
    },
  }
}

/** A ranking of 200 in pages of 10 has 20. */
const MOST_PAGES = 50

const pageSchema = z.object({
  items: z.array(z.unknown()),
  paging: z
    .object({ cursors: z.object({ after: z.string().min(1).max(500).nullish() }) })
    .nullish()
    .catch(null),
})

/**
 * All pages of a list as one answer, `{ items, paging: { cursors: {} } }`.
 * @throws GameApiError `malformed` when the pages go round in a circle; what `get` throws
 */
async function allPages(path: string, get: (path: string) => Promise<Exchange>): Promise<Exchange> {
  const items: unknown[] = []
  const cursors = new Set<string>()
  let next = path
  for (;;) {
    const { json, maxAgeSeconds } = await get(next)
    const page = pageSchema.safeParse(json).data
    if (!page) throw new GameApiError('malformed', 'a page without items')
    items.push(...page.items)
    const after = page.paging?.cursors.after
    if (!after) return { json: { items, paging: { cursors: {} } }, maxAgeSeconds }
    if (cursors.has(after) || cursors.size >= MOST_PAGES) throw new GameApiError('malformed', 'pages without end')
    cursors.add(after)
    next = `${path}?after=${encodeURIComponent(after)}`
  }
}
