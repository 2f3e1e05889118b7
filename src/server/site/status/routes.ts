import { sql } from 'kysely'
import { artMirror } from '#server/config.ts'
import type { Context } from '#server/context.ts'
import { isStorageFull } from '#server/database/storage.ts'
import { AppError } from '#server/kernel/errors.ts'
import { createRateLimit, enforceLimit, networkOf } from '#server/kernel/limits.ts'
import type { Output } from '#shared/contract/endpoint.ts'
import { getLiveness, getReadiness, getSite, getStatus, writeClientLog } from '#shared/contract/status.ts'
import { MINUTE_MS } from '#shared/days.ts'
import { said } from '#shared/texts.ts'
import { aboutNow, aboutTheGame } from '../http/response-cache.ts'
import { type Server, serve } from '../http/serve.ts'
import { demoHistory, readStatus } from './read-status.ts'

export function registerStatus(server: Server, context: Context): void {
  serve(server, getSite, () => siteFacts(context), { cache: aboutTheGame })
  serve(server, getStatus, () => readStatus(context), { cache: aboutNow })
  // Health checks pass no limit: monitoring gets an answer however busy the site is.
  const { guards: _guards, ...unguarded } = server
  serve(unguarded, getLiveness, () => ({ status: 'ok' as const }))
  serve(unguarded, getReadiness, () => readReadiness(context))
}

async function readReadiness(context: Context): Promise<Output<typeof getReadiness>> {
  if (context.traffic.stopping) {
    throw new AppError('unavailable', said('error.stopping'), { code: 'stopping', retryAfterSeconds: 5 })
  }
  await sql`select 1`.execute(context.db)
  const history = demoHistory(context)
  const status = history !== null ? 'starting' : isStorageFull(context) ? 'degraded' : 'ready'
  return { status, store: 'ok', history }
}

/** What pages have to know of this installation before anything else. The server also writes it into each page. */
function siteFacts({ config, installation }: Context): Output<typeof getSite> {
  return {
    demo: installation.demo,
    example_club_tag: installation.exampleClubTag,
    example_player_tag: installation.examplePlayerTag,
    default_player_tag: installation.defaultPlayerTag,
    public_ip: config.PUBLIC_IP ?? null,
    mail: config.SMTP_URL !== undefined,
    art: artMirror(config) !== null,
  }
}

const BODY_LIMIT_BYTES = 16 * 1024

/** Writes what pages report into the log, one line for each entry. `source` and `page` tell these lines from our own. */
export function registerClientLog(server: Server, { clock, log, config }: Context): void {
  const limit = createRateLimit({ clock, limit: config.LOG_REPORTS_PER_MINUTE, windowMs: MINUTE_MS })
  const pages = log.child({ source: 'page' })
  serve(
    server,
    writeClientLog,
    ({ body, address }) => {
      enforceLimit(limit, networkOf(address), 'Too many reports. Please wait a moment.')
      for (const { level, component, message, data, timestamp } of 'entries' in body ? body.entries : [body]) {
        pages[level](
          { page: { component, message: message.toWellFormed(), timestamp, data: safeData(data) } },
          'page says',
        )
      }
      return { ok: true as const }
    },
    { bodyLimit: BODY_LIMIT_BYTES },
  )
}

const DEPTH_MAX = 6
const ENTRIES_MAX = 20
const TEXT_MAX = 1000

/** Names whose values are left out of the log. Pages should never send them. */
const SECRET = /pass(?:word|phrase)|token|secret|authorization|api[_-]?key|session|cookie|e-?mail/i

/**
 * A page's data, cut to 6 levels, 20 entries in each and 1,000 characters of each text, and without the values of names
 * that sound like secrets. The result says where something is missing.
 */
export function safeData(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return clipped(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth >= DEPTH_MAX) return '[deeper]'
  if (Array.isArray(value)) return value.slice(0, ENTRIES_MAX).map((item) => safeData(item, depth + 1))
  const entries = Object.entries(value).slice(0, ENTRIES_MAX)
  return Object.fromEntries(
    entries.map(([name, item]) => [clipped(name), SECRET.test(name) ? '[removed]' : safeData(item, depth + 1)]),
  )
}

function clipped(text: string): string {
  return (text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX)}[...]` : text).toWellFormed()
}
