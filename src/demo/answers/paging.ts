/** Where a page of a list begins and ends, and the cursors to its neighbours. */
export type Page = { start: number; end: number; cursors: { after?: string; before?: string } }

/**
 * The page a query asks for: `limit` (from 1), `after` or `before` (not both), cursors as the game makes them.
 * Null when a parameter is malformed.
 */
export function pageOf(query: URLSearchParams, total: number): Page | null {
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

/** A cursor: unpadded base64url of `{"pos":N}`. */
export function cursorTo(position: number): string {
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
