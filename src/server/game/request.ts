import { isIP } from 'node:net'
import { type Dispatcher, Pool } from 'undici'
import type { Clock } from '#server/kernel/clock.ts'
import { errorCode } from '#server/kernel/errors.ts'
import { GameApiError, type GameApiErrorKind } from './game-api.ts'

/** The largest real answer, the brawler catalogue, has 124 kB. */
const LARGEST_BODY = 5 * 1024 * 1024
const MOST_CONNECTIONS = 16
const KEEP_ALIVE_MS = 30_000
const LONGEST_MAX_AGE_SECONDS = 86_400

/** A reason that nobody reads. An abort without one makes an error with a stack each time. */
const ANSWERED = 'answered'

export type Exchange = { json: unknown; maxAgeSeconds: number }

export type Send = (request: {
  /** Below the base URL, `/` first. */
  path: string
  token: string
  signal: AbortSignal
  demoTime: Date | undefined
}) => Promise<Exchange>

/** The status alone decides what an error is (docs/game-api.md#errors). */
function kindOfStatus(status: number): GameApiErrorKind {
  if (status === 400 || status === 404) return 'not-found'
  if (status === 401 || status === 403) return 'forbidden'
  if (status === 429) return 'throttled'
  return status === 503 ? 'maintenance' : 'unavailable'
}

/** The address that the refusal of a token names: it is made for another one. Null for any other refusal. */
export function refusedAddress(body: string): string | null {
  if (!body.includes('accessDenied.invalidIp')) return null
  const words = body.match(/[\da-f.:]{7,45}/gi) ?? []
  return words.map((word) => word.replace(/\.$/, '')).find((word) => isIP(word) !== 0) ?? null
}

function header(headers: Dispatcher.ResponseData['headers'], name: string): string {
  return String(headers[name] ?? '')
}

/** Retry-After, which is in seconds or a date, in milliseconds; undefined when it is absent or unreadable. */
function retryAfterMs(value: string, now: Date): number | undefined {
  const ms = /^\d{1,9}$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - now.getTime()
  return Number.isFinite(ms) ? Math.max(ms, 0) : undefined
}

function maxAge(cacheControl: string): number {
  return Math.min(Number(/max-age=(\d{1,9})/.exec(cacheControl)?.[1] ?? 0), LONGEST_MAX_AGE_SECONDS)
}

/** An error of the connection as one of our kinds. The network's own message stays in `cause`, for logs. */
function connectionError(cause: unknown): GameApiError {
  if (cause instanceof GameApiError) return cause
  const code = errorCode(cause)
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') return new GameApiError('malformed', 'answer too large', { cause })
  return new GameApiError('unavailable', `no answer ${code}`.trim(), { cause })
}

/**
 * Sends requests to the game: on a pool of connections that follows no redirects and reads 5 MB at most. `send` throws a
 * GameApiError for everything but a readable 200.
 */
export function createSender(options: { baseUrl: string; timeoutMs: number; clock: Clock }) {
  const { clock, timeoutMs } = options
  const base = new URL(options.baseUrl)
  const prefix = base.pathname.replace(/\/+$/, '')
  const pool = new Pool(base.origin, {
    connections: MOST_CONNECTIONS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    maxResponseSize: LARGEST_BODY,
  })

  async function exchange(request: Parameters<Send>[0], signal: AbortSignal): Promise<Exchange> {
    const { statusCode, headers, body } = await pool.request({
      method: 'GET',
      path: prefix + request.path,
      signal,
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${request.token}`,
        ...(request.demoTime ? { 'x-demo-time': request.demoTime.toISOString() } : {}),
      },
    })
    if (statusCode === 200) {
      return { json: readJson(await body.text()), maxAgeSeconds: maxAge(header(headers, 'cache-control')) }
    }
    // The connection is used again, so the body is read to its end. A failure of that must not hide the status.
    const text = statusCode === 403 ? await body.text().catch(() => '') : ''
    if (statusCode !== 403) await body.dump({ limit: 65_536, signal }).catch(() => {})
    throw new GameApiError(kindOfStatus(statusCode), `status ${statusCode}`, {
      status: statusCode,
      retryAfterMs: retryAfterMs(header(headers, 'retry-after'), clock.now()),
      refusedAddress: refusedAddress(text),
    })
  }

  const send: Send = async (request) => {
    const ended = new AbortController()
    const answered = new AbortController()
    const leave = () => ended.abort(request.signal.reason)
    request.signal.addEventListener('abort', leave, { once: true })
    const late = () => ended.abort(new GameApiError('timeout', `no full answer within ${timeoutMs} ms`))
    clock.wait(timeoutMs, answered.signal).then(late, () => {})
    try {
      request.signal.throwIfAborted()
      return await exchange(request, ended.signal)
    } catch (error) {
      throw connectionError(ended.signal.aborted ? ended.signal.reason : error)
    } finally {
      answered.abort(ANSWERED)
      request.signal.removeEventListener('abort', leave)
    }
  }

  return { send, close: () => pool.destroy() }
}

/** The deepest nesting that is read. Real answers have seven levels; writing a very deep one would overflow the stack. */
const DEEPEST = 32

/** Escapes of lone surrogates, NUL, or a `__proto__` key. Only such texts are parsed with the slow reviver. */
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

/** A reviver: keeps text that PostgreSQL and browsers can hold, and no key that could reach a prototype. */
function removeHarm(key: string, value: unknown): unknown {
  if (key === '__proto__') return undefined
  return typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '') : value
}

/**
 * Parses the JSON of an answer and makes it harmless: repairs ill-formed UTF-16, removes NUL and `__proto__` keys.
 * @throws GameApiError `malformed` when the text is no JSON (cut short, HTML, NaN) or nested deeper than 32 levels
 */
export function readJson(text: string): unknown {
  if (isTooDeep(text)) throw new GameApiError('malformed', 'answer nested too deeply')
  try {
    return JSON.parse(text, SUSPICIOUS.test(text) ? removeHarm : undefined)
  } catch {
    throw new GameApiError('malformed', `answer of ${text.length} characters is no JSON`)
  }
}
