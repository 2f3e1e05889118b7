import type { Context } from '#server/context.ts'
import { admit, createRateLimit, networkOf } from '#server/kernel/limits.ts'
import { writeClientLog } from '#shared/contract/client-log.ts'
import { type Server, serve } from '../http/serve.ts'

const BODY_LIMIT_BYTES = 16 * 1024

/** Writes what pages report into the log, one line for each entry. `source` and `page` tell these lines from our own. */
export function registerClientLog(server: Server, { clock, log, config }: Context): void {
  const limit = createRateLimit({ clock, limit: config.LOG_REPORTS_PER_MINUTE, windowMs: 60_000 })
  const pages = log.child({ source: 'page' })
  serve(
    server,
    writeClientLog,
    ({ body, address }) => {
      admit(limit, networkOf(address), 'Too many reports. Please wait a moment.')
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
