import type { Calls } from '#shared/contract/all.ts'
import type { CallInput, Output } from '#shared/contract/endpoint.ts'
import { pageLanguage, t } from '#shared/texts.ts'
import { writeSearchParams } from './addresses.ts'
import { noteEnd, stoppedBy } from './equal-failures.ts'

export type CallName = keyof Calls

/** What a call takes, by the contract: params, query and body. */
export type CallArguments<N extends CallName> =
  unknown extends CallInput<Calls[N]> ? [input?: undefined] : [input: CallInput<Calls[N]>]

export type Answer<N extends CallName> = Output<Calls[N]>

/** Who is calling: the token of a signed-in user, otherwise the id of a guest session. */
export type Credentials = { token?: string | null; guestSessionId?: string | null }

type Parts = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown }

/** How long an answer may take. A call that writes may wait for the game, which is given ten seconds. */
const READ_TIMEOUT_MS = 10_000
const WRITE_TIMEOUT_MS = 15_000
const BASE: string = import.meta.env.VITE_API_BASE ?? ''

/** Who calls, and what to do when the server does not know them any more. */
type Caller = {
  credentials: () => Credentials
  /** Gets other credentials than the refused ones; false if there are none. */
  renew?: (refused: Credentials) => Promise<boolean>
}

const NOBODY: Caller = { credentials: () => ({}) }
let caller = NOBODY

/** Sets who makes every call. The page does it once, when its session is created. */
export function identifyBy(next: Caller = NOBODY): void {
  caller = next
}

type CallOptions = { signal?: AbortSignal }

/**
 * Makes the API call of this name, `METHOD /path`, with the input and the answer that the contract gives it. Throws an
 * `ApiError` whose message can be shown to a visitor. When the caller aborts, throws the signal's reason. A call for
 * which the caller's session is over is made again in a new one. After five equal failures in a row it is not made for a
 * while, and fails as before.
 */
export async function call<N extends CallName>(
  name: N,
  input: CallArguments<N>[0],
  { signal }: CallOptions = {},
): Promise<Answer<N>> {
  const used = caller.credentials()
  const parts = (input ?? {}) as Parts
  try {
    return (await callAs(used, name, parts, signal)) as Answer<N>
  } catch (error) {
    if (!(error instanceof ApiError) || !SESSION_OVER.has(error.code)) throw error
    // A guest cannot do what needs a login, nor can a new guest. A user whose login has ended becomes one.
    if (error.code === LOGIN_REQUIRED) {
      if (used.token) await caller.renew?.(used)
      throw error
    }
    if (!(await caller.renew?.(used))) throw error
    return (await callAs(caller.credentials(), name, parts, signal)) as Answer<N>
  }
}

const LOGIN_REQUIRED = 'login_required'
const SESSION_OVER = new Set(['no_session', LOGIN_REQUIRED])

async function callAs(who: Credentials, name: string, parts: Parts, signal?: AbortSignal): Promise<unknown> {
  const [method, path] = split(name)
  const filled = fillPath(path, parts.params)
  const request = `${method} ${filled}`
  const stopped = stoppedBy(request)
  if (stopped) throw stopped
  try {
    const response = await send(BASE + filled + writeSearchParams(parts.query ?? {}), method, who, parts.body, signal)
    const answer = await readAnswer(response, signal)
    noteEnd(request, null)
    return answer
  } catch (error) {
    if (error instanceof ApiError) noteEnd(request, error)
    throw error
  }
}

async function readAnswer(response: Response, signal?: AbortSignal): Promise<unknown> {
  const body = await readJson(response, signal)
  if (!response.ok) throw toApiError(response.status, body, Number(response.headers.get('retry-after')))
  if (body === undefined) throw unreadable(response.status)
  return unwrap(body)
}

/** The status with which the server answers for a file of the site; 0 when no answer comes. */
export async function statusOf(address: string): Promise<number> {
  const signal = AbortSignal.timeout(READ_TIMEOUT_MS)
  const answer = await fetch(address, { method: 'HEAD', cache: 'no-store', signal }).catch(() => null)
  return answer?.status ?? 0
}

/** A file of the site, to be sent on. Throws where it does not come. */
export async function readFile(address: string): Promise<Blob> {
  const answer = await fetch(address, { signal: AbortSignal.timeout(READ_TIMEOUT_MS) })
  if (!answer.ok) throw new Error(`The file came with the status ${answer.status}`)
  return answer.blob()
}

function split(name: string): [method: string, path: string] {
  const space = name.indexOf(' ')
  return [name.slice(0, space), name.slice(space + 1)]
}

/** Fills the `{parameters}` of a path. A tag loses its `#`, which would begin the fragment of an address. */
export function fillPath(path: string, params: Record<string, unknown> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(String(params[key] ?? '').replace(/^#/, '')))
}

async function send(
  url: string,
  method: string,
  who: Credentials,
  body: unknown,
  signal?: AbortSignal,
): Promise<Response> {
  const timeout = AbortSignal.timeout(method === 'GET' ? READ_TIMEOUT_MS : WRITE_TIMEOUT_MS)
  const init: RequestInit = {
    method,
    headers: headers(who, body),
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  }
  if (body !== undefined) init.body = JSON.stringify(body)
  try {
    return await fetch(url, init)
  } catch (cause) {
    throw noAnswer(cause, signal)
  }
}

function headers({ token, guestSessionId }: Credentials, body: unknown): Record<string, string> {
  return {
    accept: 'application/json',
    // Refusals are said in the language of the page, not in that of the browser.
    'accept-language': pageLanguage(),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(token ? { authorization: `Bearer ${token}` } : guestSessionId ? { 'x-guest-session': guestSessionId } : {}),
  }
}

async function readJson(response: Response, signal?: AbortSignal): Promise<unknown> {
  try {
    return await response.json()
  } catch (cause) {
    if (cause instanceof SyntaxError) return undefined
    throw noAnswer(cause, signal)
  }
}

/** Fields that may be beside `data` in a wrapped answer. */
const WRAPPER_FIELDS = new Set(['data', 'success', 'status', 'message'])

/** Answers may be wrapped in `data`: this server sends them plain, another one behind `VITE_API_BASE` may not. */
function unwrap(body: unknown): unknown {
  const isWrapped =
    isRecord(body) && isRecord(body.data) && Object.keys(body).every((field) => WRAPPER_FIELDS.has(field))
  return isWrapped ? body.data : body
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The error for an answer with this status, body and `Retry-After`. */
export function toApiError(status: number, body: unknown, retryAfterSeconds = 0): ApiError {
  const { error, message = error, code, fields, field_messages = fields, current } = isRecord(body) ? body : {}
  const sentence = typeof message === 'string' ? message : null
  return new ApiError(sentence ?? t('error.status', { status }), {
    kind: 'answer',
    status,
    code: typeof code === 'string' ? code : `http_${status}`,
    sentence,
    fields: isRecord(field_messages) ? (field_messages as Record<string, string>) : undefined,
    current,
    retryAfterSeconds: Number.isFinite(retryAfterSeconds) ? retryAfterSeconds : 0,
  })
}

function unreadable(status: number): ApiError {
  return new ApiError(t('error.unreadableAnswer'), { kind: 'answer', status, code: 'unreadable' })
}

function noAnswer(cause: unknown, signal?: AbortSignal): unknown {
  if (signal?.aborted) return cause
  if (cause instanceof DOMException && cause.name === 'TimeoutError')
    return new ApiError(t('error.slow'), { kind: 'timeout', status: 0, code: 'timeout' })
  return new ApiError(t('error.unreachable'), { kind: 'network', status: 0, code: 'network' })
}

/** Why a call failed: the server refused it or failed, it did not answer in time, or it could not be reached. */
type FailureKind = 'answer' | 'timeout' | 'network'

type Details = {
  kind: FailureKind
  status: number
  code: string
  sentence?: string | null
  fields?: Record<string, string> | undefined
  current?: unknown
  retryAfterSeconds?: number
}

/** A failed call. Its message can be shown to a visitor. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly kind: FailureKind
  /** The HTTP status; 0 when no answer came. */
  readonly status: number
  /** A stable word for the failure, such as `search_limit_reached`. */
  readonly code: string
  /** The server's own sentence, in the language of the page; null when it sent none. */
  readonly sentence: string | null
  /** What is wrong with which field of a form. */
  readonly fields: Record<string, string>
  /** With 409: the record as it is now, which somebody else has changed meanwhile. */
  readonly current: unknown
  /** For how long the server asks not to be asked again; 0 when it does not say. */
  readonly retryAfterSeconds: number

  constructor(message: string, details: Details) {
    super(message)
    this.kind = details.kind
    this.status = details.status
    this.code = details.code
    this.sentence = details.sentence ?? null
    this.fields = details.fields ?? {}
    this.current = details.current
    this.retryAfterSeconds = details.retryAfterSeconds ?? 0
  }
}

/** True when the same call may succeed a moment later: no answer came, or the server itself failed. */
export function isRetryable(error: unknown): boolean {
  return error instanceof ApiError && (error.kind !== 'answer' || error.status >= 500)
}

/** True when the server did not answer in time. */
export function isTimeout(error: unknown): boolean {
  return error instanceof ApiError && error.kind === 'timeout'
}

/** True when the server answered, with a refusal or a failure; false when no answer came. */
export function hasAnswered(error: unknown): boolean {
  return error instanceof ApiError && error.kind === 'answer'
}
