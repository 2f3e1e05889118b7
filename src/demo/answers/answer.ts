import { createRandom, mixBits } from '#shared/random.ts'

/** The answer to one request. `maxAge` is in seconds and is sent as Cache-Control. */
export type Answer = { status: number; body: string; maxAge: number }

export function makeAnswer(body: unknown, maxAge: number): Answer {
  return { status: 200, body: JSON.stringify(body), maxAge }
}

export function failure(status: number, reason: string, message?: string): Answer {
  return { status, body: JSON.stringify(message === undefined ? { reason } : { reason, message }), maxAge: 0 }
}

export const NOT_FOUND: Answer = failure(404, 'notFound')

/** The page of a list that a query asks for; `rows` are JSON already. */
export function pageAnswer(rows: readonly string[], query: URLSearchParams, maxAge: number): Answer {
  const page = pageOf(query, rows.length)
  if (page === null) return failure(400, 'badRequest', 'Malformed paging parameter')
  const items = rows.slice(page.start, page.end).join(',')
  return { status: 200, body: `{"items":[${items}],"paging":{"cursors":${JSON.stringify(page.cursors)}}}`, maxAge }
}

/** The start and end of a page in its list, and the cursors to the next and the previous page. */
type Page = { start: number; end: number; cursors: { after?: string; before?: string } }

/**
 * Reads `limit` (from 1) and `after` or `before` (not both); null when one of them is malformed
 * (docs/game-api.md#paging).
 */
function pageOf(query: URLSearchParams, total: number): Page | null {
  const limit = readLimit(query.get('limit'), total)
  const after = readCursor(query.get('after'))
  const before = readCursor(query.get('before'))
  if (limit === null || after === null || before === null) return null
  if (after !== undefined && before !== undefined) return null
  const end = before === undefined ? Math.min(total, (after ?? 0) + limit) : Math.min(total, before)
  const start = before === undefined ? Math.min(total, after ?? 0) : Math.max(0, end - limit)
  const cursors: Page['cursors'] = {}
  if (end < total) cursors.after = cursorTo(end)
  if (start > 0) cursors.before = cursorTo(start)
  return { start, end, cursors }
}

/** A cursor as the game makes it: `{"pos":N}` in base64url without padding. */
function cursorTo(position: number): string {
  return Buffer.from(`{"pos":${position}}`).toString('base64url')
}

function readLimit(text: string | null, total: number): number | null {
  if (text === null) return total
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : null
}

/** Undefined when absent, null when malformed. */
function readCursor(text: string | null): number | null | undefined {
  if (text === null) return undefined
  const match = /^\{"pos":(\d{1,9})\}$/.exec(Buffer.from(text, 'base64url').toString())
  return match === null ? null : Number(match[1])
}

/**
 * Oddities of the real API (docs/game-api.md#glitches), off by default. Rates run from 0 to 1.
 * `rankingTrophiesOne`: share of player rankings in which everybody has 1 trophy. `nullNames`: share of ranking rows
 * without a name. `memberLagSeconds`: how far the member rows of a club lag behind the profiles.
 */
export type Glitches = { rankingTrophiesOne: number; nullNames: number; memberLagSeconds: number }

export const NO_GLITCHES: Glitches = { rankingTrophiesOne: 0, nullNames: 0, memberLagSeconds: 0 }

/** Whether a glitch of this rate happens. The key alone decides, so equal requests get equal answers. */
export function glitchHappens(rate: number, ...key: number[]): boolean {
  return rate > 0 && createRandom(key.reduce(mixBits, 17))() < rate
}
