import type { Calls } from '#shared/contract/all.ts'
import type { CallInput, Output } from '#shared/contract/endpoint.ts'

export type CallName = keyof Calls

/** What a call takes: params, query and body, as the contract says. */
export type CallArguments<N extends CallName> =
  unknown extends CallInput<Calls[N]> ? [input?: undefined] : [input: CallInput<Calls[N]>]

export type Answer<N extends CallName> = Output<Calls[N]>

/** Who is calling: a signed-in user's token, else the id of a guest session. */
export type Credentials = { token?: string | null; guestSessionId?: string | null }

type Parts = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown }

const TIMEOUT_MS = 15_000
const BASE: string = import.meta.env.VITE_API_BASE ?? ''

let credentials: () => Credentials = () => ({})

/** Names where calls find who is calling; the session sets it once at the start. */
export function identifyBy(source: () => Credentials): void {
  credentials = source
}

/**
 * Calls the API by the name of the call, `METHOD /path`, typed by the contract. Throws `ApiError` with a sentence for a
 * person; an abort by the caller is passed on as it is.
 */
export async function call<N extends CallName>(
  name: N,
  input: CallArguments<N>[0],
  { signal }: { signal?: AbortSignal } = {},
): Promise<Answer<N>> {
  const [method, path] = split(name)
  const parts = (input ?? {}) as Parts
  const response = await send(
    BASE + fillPath(path, parts.params) + queryString(parts.query),
    method,
    parts.body,
    signal,
  )
  const body = await readJson(response, signal)
  if (!response.ok) throw refusal(response.status, body)
  if (body === undefined) throw unreadable(response.status)
  return unwrap(body) as Answer<N>
}

function split(name: string): [method: string, path: string] {
  const space = name.indexOf(' ')
  return [name.slice(0, space), name.slice(space + 1)]
}

/** Fills `{tag}` and its like; a tag stands in a path without its `#`. */
export function fillPath(path: string, params: Record<string, unknown> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(String(params[key] ?? '').replace(/^#/, '')))
}

/** The query string of the values that are given, with its `?`; empty without any. */
export function queryString(query: Record<string, unknown> = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== '')
  const text = new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString()
  return text === '' ? '' : `?${text}`
}

async function send(url: string, method: string, body: unknown, signal?: AbortSignal): Promise<Response> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS)
  const init: RequestInit = {
    method,
    headers: headers(body),
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  }
  if (body !== undefined) init.body = JSON.stringify(body)
  try {
    return await fetch(url, init)
  } catch (cause) {
    throw noAnswer(cause, signal)
  }
}

function headers(body: unknown): Record<string, string> {
  const { token, guestSessionId } = credentials()
  return {
    accept: 'application/json',
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

/** The same answer may come wrapped in `data`. */
function unwrap(body: unknown): unknown {
  return isRecord(body) && isRecord(body.data) && Object.keys(body).every((key) => WRAPPING.has(key)) ? body.data : body
}
const WRAPPING = new Set(['data', 'success', 'status', 'message'])

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** What the client throws for an answer that says no. */
export function refusal(status: number, body: unknown): ApiError {
  const said = isRecord(body) ? body : {}
  const sentence = typeof said.error === 'string' ? said.error : null
  const code = typeof said.code === 'string' ? said.code : `http_${status}`
  const fields = isRecord(said.fields) ? (said.fields as Record<string, string>) : undefined
  return new ApiError(sentence ?? `The server answered with status ${status}.`, {
    kind: 'answer',
    status,
    code,
    sentence,
    fields,
  })
}

function unreadable(status: number): ApiError {
  return new ApiError('The server sent an answer that could not be read.', {
    kind: 'answer',
    status,
    code: 'unreadable',
  })
}

function noAnswer(cause: unknown, signal?: AbortSignal): unknown {
  if (signal?.aborted) return cause
  if (cause instanceof DOMException && cause.name === 'TimeoutError')
    return new ApiError('The server took too long to answer.', { kind: 'timeout', status: 0, code: 'timeout' })
  return new ApiError('The server could not be reached.', { kind: 'network', status: 0, code: 'network' })
}

/** Why a call failed: the server's answer, no answer in time, no network, or the caller gave up. */
export type FailureKind = 'answer' | 'timeout' | 'network'

type Details = {
  kind: FailureKind
  status: number
  code: string
  sentence?: string | null
  fields?: Record<string, string> | undefined
}

/** A failed call, with a sentence for a person as its message. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly kind: FailureKind
  /** HTTP status; 0 when no answer came. */
  readonly status: number
  /** Stable word of the failure, such as `search_limit_reached`. */
  readonly code: string
  /** The server's own sentence; null when it sent none. */
  readonly sentence: string | null
  /** What is wrong with which field of a form. */
  readonly fields: Record<string, string>

  constructor(message: string, { kind, status, code, sentence = null, fields }: Details) {
    super(message)
    this.kind = kind
    this.status = status
    this.code = code
    this.sentence = sentence
    this.fields = fields ?? {}
  }
}

/** True when the same call may succeed a moment later: no answer, or a server's own trouble. */
export function isRetryable(error: unknown): boolean {
  return error instanceof ApiError && (error.kind !== 'answer' || error.status >= 500)
}

/** True when the server answered and said no, as opposed to not answering. */
export function wasRefused(error: unknown): boolean {
  return error instanceof ApiError && error.kind === 'answer'
}
