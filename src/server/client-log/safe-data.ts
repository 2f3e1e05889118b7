const DEPTH_MAX = 6
const ENTRIES_MAX = 20
const TEXT_MAX = 1000

/** What a page should never have sent stays out of the log all the same. */
const SECRET = /pass(?:word|phrase)|token|secret|authorization|api[_-]?key|session|cookie|e-?mail/i

/**
 * A page's data as the log may hold it: at most 6 levels deep, 20 entries wide and 1,000 characters a text, without the
 * values of names that sound like secrets. What is cut off is marked.
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
