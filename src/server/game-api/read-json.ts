import { GameApiError } from './errors.ts'

/** Deepest nesting read. Real answers have seven levels; stringifying a very deep one would overflow the stack. */
const DEEPEST = 32

/** Escapes that yield lone surrogates, NUL, or a `__proto__` key: only such texts pay for a second look. */
const SUSPICIOUS = /\\u(?:d[89a-f]|0000|005f)|__proto__/i

const QUOTE = 0x22
const BACKSLASH = 0x5c

function endOfString(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === BACKSLASH) at++
    else if (code === QUOTE) return at
  }
  return text.length
}

function isTooDeep(text: string): boolean {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const char = text[at]
    if (char === '"') at = endOfString(text, at + 1)
    else if (char === '{' || char === '[') depth++
    else if (char === '}' || char === ']') depth--
    if (depth > DEEPEST) return true
  }
  return false
}

/** A reviver: text PostgreSQL and browsers can hold, and no key that could reach a prototype. */
function harmless(key: string, value: unknown): unknown {
  if (key === '__proto__') return undefined
  return typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '') : value
}

/**
 * The JSON of an answer, made harmless: ill-formed UTF-16 repaired, NUL and `__proto__` keys removed.
 * @throws GameApiError `malformed` when it is no JSON (cut short, HTML, NaN) or nested deeper than 32 levels.
 */
export function readJson(text: string): unknown {
  if (isTooDeep(text)) throw new GameApiError('malformed', 'answer nested too deeply')
  try {
    return JSON.parse(text, SUSPICIOUS.test(text) ? harmless : undefined)
  } catch {
    throw new GameApiError('malformed', `answer of ${text.length} characters is no JSON`)
  }
}
