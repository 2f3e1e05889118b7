import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ChangeTopic } from '#server/kernel/announcements.ts'
import { AppError } from '#server/kernel/errors.ts'
import { admit, type ConcurrencyLimit, type RateLimit } from '#server/kernel/limits.ts'
import type { AnyEndpoint, Input, Output } from '#shared/contract/endpoint.ts'
import { errorBody } from './answer-errors.ts'
import type { SecurityHeaders } from './headers.ts'
import { chooseEncoding, readyAnswer, sendReady } from './ready-answer.ts'
import type { Made, ResponseCache } from './response-cache.ts'
import { chooseFormat, type Format, type MakeCsv, parseInput, parseRequest, renderAnswer } from './wire-format.ts'

/** The HTTP side of the app while its calls are being registered. */
export type Server = {
  fastify: FastifyInstance
  identify: IdentifyVisitor
  guards?: Guards
  /** The public calls that only read, for the pages that show their answers. */
  reads?: Map<string, Read>
}

/** Answers a public call in process as it answers nobody in particular. Throws what the call throws. */
export type Read = (parts: { params?: unknown; query?: unknown }) => Promise<{ status: number; text: string }>

/** What stands between the calls and their callers; a slice can be served without them. */
export type Guards = {
  headers: SecurityHeaders
  cache: ResponseCache
  /** No answer is fresh for longer just now. */
  freshSecondsMax(): number
  /** Public answers that are being made. */
  reading: ConcurrencyLimit
  /** Everything else. */
  working: ConcurrencyLimit
  /** Requests of one user, wherever they come from. */
  users: RateLimit
}

/** What a handler gets: the parsed input, who asks, and from which address. */
type Call<E> = Input<E> & { visitor: Visitor; address: string; signal: AbortSignal }

type Handler<E> = (call: Call<E>) => Promise<Output<E>> | Output<E>

export type ServeOptions<E> = {
  bodyLimit?: number
  /** Keeps the answers; only for public GETs, whose answers are the same for everybody. */
  cache?: CachePolicy<E>
  /** The call changes these, so that answers made of them are dropped. */
  renews?: readonly ChangeTopic[]
  /** The answer as a table for `?format=csv`. */
  sheet?: MakeCsv<E>
  /** Called after each good answer, ready ones included: it must cost next to nothing. */
  onAnswered?: OnAnswered
}

/** Told the path's parameters as they came, and who asked. */
export type OnAnswered = (params: unknown, address: string) => void

/** Registers a call: parses its input, lets in whom its access allows, and answers what the handler gives. */
export function serve<E extends AnyEndpoint>(
  server: Server,
  endpoint: E,
  handler: Handler<E>,
  options: ServeOptions<E> = {},
): void {
  const { guards } = server
  const { cache } = options
  const cached = guards !== undefined && cache !== undefined ? { endpoint, handler, guards, cache } : null
  const answer =
    cached === null
      ? serveFresh(server, endpoint, handler, options)
      : serveCached({ ...cached, sheet: options.sheet, onAnswered: options.onAnswered })
  if (endpoint.access === 'public' && endpoint.method === 'GET') {
    const read = cached === null ? readFresh(endpoint, handler, guards) : readCached({ ...cached, sheet: undefined })
    server.reads?.set(`GET ${endpoint.path}`, read)
  }
  server.fastify.route({
    ...(options.bodyLimit === undefined ? {} : { bodyLimit: options.bodyLimit }),
    method: endpoint.method,
    url: endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    handler: answer,
  })
}

function serveFresh<E extends AnyEndpoint>(
  server: Server,
  endpoint: E,
  handler: Handler<E>,
  { sheet, renews, onAnswered }: ServeOptions<E>,
) {
  const load = endpoint.access === 'public' && endpoint.method === 'GET' ? 'reading' : 'working'
  return async (request: FastifyRequest, reply: FastifyReply): Promise<string> => {
    const format: Format = chooseFormat(endpoint, request.query)
    const input = parseRequest(endpoint, request)
    const visitor = endpoint.access === 'public' ? NOBODY : await admitVisitor(server, endpoint.access, request)
    const call = { ...input, visitor, address: request.ip, signal: request.signal } as Call<E>
    const work = () => handler(call)
    const answer = await (server.guards?.[load].run(work) ?? work())
    if (renews !== undefined) server.guards?.cache.drop(renews)
    onAnswered?.(request.params, request.ip)
    const { headers, text } = renderAnswer(answer, { format, sheet, input })
    reply.headers(headers)
    return text
  }
}

function readFresh<E extends AnyEndpoint>(endpoint: E, handler: Handler<E>, guards: Guards | undefined): Read {
  return async (parts) => {
    const input = parseInput(endpoint, { params: undefined, query: undefined, ...parts, body: undefined })
    const call = { ...input, visitor: NOBODY, address: '', signal: NEVER } as Call<E>
    const work = () => handler(call)
    return { status: 200, text: JSON.stringify(await (guards?.reading.run(work) ?? work())) }
  }
}

/** How long an answer is fresh, and what it is made of: when that changes, the answer is dropped. */
type CachePolicy<E> = { seconds: number; tags?: (input: Input<E>) => ChangeTopic[] }

type Served<E> = {
  endpoint: AnyEndpoint
  handler: Handler<E>
  guards: Guards
  cache: CachePolicy<E>
  sheet: MakeCsv<E> | undefined
  onAnswered: OnAnswered | undefined
}

/** Entities that are not tracked are asked for again soon after: a search may have begun to. */
const NOT_FOUND_SECONDS = 3

/** An answer that others wait for too does not end with the request that first asked for it. */
const NEVER = new AbortController().signal

/** The handler of a public GET: a ready answer where there is one, found by the validated input alone. */
function serveCached<E extends AnyEndpoint>(served: Served<E>) {
  const { onAnswered, guards } = served
  const { cache } = guards
  return (request: FastifyRequest, reply: FastifyReply): Promise<void> | undefined => {
    const encoding = chooseEncoding(request.headers['accept-encoding'])
    const key = cache.keyOf(request.url)
    const answer = key === undefined ? undefined : cache.fresh(key)
    const variant = answer?.variants[encoding]
    if (answer === undefined || variant === undefined) return answerSlowly(served, request, reply)
    sendReady(request, reply, answer.status, variant)
    if (answer.status === 200) onAnswered?.(request.params, request.ip)
    return undefined
  }
}

async function answerSlowly<E extends AnyEndpoint>(
  served: Served<E>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { endpoint, guards, cache } = served
  const format = chooseFormat(endpoint, request.query)
  const input = parseRequest(endpoint, request) as Input<E>
  const key = keyOf(served, input, format)
  guards.cache.rememberKey(request.url, key)
  const make = () => makeAnswer(served, input, format)
  const answer = await guards.cache.answer({ key, tags: cache.tags?.(input) ?? [], make })
  const variant = await answer.encode(chooseEncoding(request.headers['accept-encoding']))
  sendReady(request, reply, answer.status, variant)
  if (answer.status === 200) served.onAnswered?.(request.params, request.ip)
}

/** Zod gives the fields in the order in which they are declared, whatever order they came in. */
function keyOf<E>({ endpoint }: Served<E>, input: Input<E>, format: Format): string {
  return `${endpoint.path} ${format} ${JSON.stringify(input)}`
}

/** Answers in process out of the same cache. */
function readCached<E extends AnyEndpoint>(served: Omit<Served<E>, 'onAnswered'>): Read {
  const { endpoint, cache, guards } = served
  return async (parts) => {
    const input = parseInput(endpoint, { params: undefined, query: undefined, ...parts, body: undefined }) as Input<E>
    const reading = { ...served, onAnswered: undefined }
    const { status, variants } = await guards.cache.answer({
      key: keyOf(reading, input, 'json'),
      tags: cache.tags?.(input) ?? [],
      make: () => makeAnswer(reading, input, 'json'),
    })
    return { status, text: String(variants.identity?.body ?? '') }
  }
}

async function makeAnswer<E>(
  { handler, guards, cache, sheet }: Served<E>,
  input: Input<E>,
  format: Format,
): Promise<Made> {
  const call = { ...(input as object), visitor: NOBODY, address: '', signal: NEVER } as Call<E>
  try {
    const seconds = Math.min(cache.seconds, guards.freshSecondsMax())
    const rendered = renderAnswer(await guards.reading.run(() => handler(call)), { format, sheet, input })
    const headers = { ...rendered.headers, 'cache-control': cacheControl(cache, seconds), vary: 'Accept-Encoding' }
    return { answer: readyAnswer({ ...rendered, headers }, guards.headers), freshSeconds: seconds }
  } catch (error) {
    if (!(error instanceof AppError) || error.status !== 404) throw error
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      vary: 'Accept-Encoding',
    }
    const rendered = { status: 404, headers, text: JSON.stringify(errorBody(error)) }
    return { answer: readyAnswer(rendered, guards.headers), freshSeconds: NOT_FOUND_SECONDS }
  }
}

/** What may be dropped here at any moment is asked for again by browsers, which cannot be told; 304 costs them little. */
function cacheControl<E>({ tags }: CachePolicy<E>, seconds: number): string {
  if (tags !== undefined) return `public, max-age=0, s-maxage=${seconds}, must-revalidate`
  return `public, max-age=${seconds}, stale-while-revalidate=${2 * seconds}`
}

const NOBODY: Visitor = { kind: 'nobody' }

/** Finds out who asks and whether he may. Public answers are the same for everybody: there asking would only cost. */
async function admitVisitor(
  { identify, guards }: Pick<Server, 'identify' | 'guards'>,
  access: 'search' | 'user',
  request: FastifyRequest,
): Promise<Visitor> {
  const guestSession = request.headers['x-guest-session']
  const visitor = await identify({
    authorization: request.headers.authorization,
    guestSession: typeof guestSession === 'string' ? guestSession : undefined,
  })
  if (access === 'user' && visitor.kind !== 'user') {
    throw new AppError('unauthorized', 'Please log in', { code: 'login_required' })
  }
  if (visitor.kind === 'user' && guards !== undefined) {
    admit(guards.users, String(visitor.userId), 'Too many requests. Please wait a moment.')
  }
  return visitor
}

/** Who is asking. A guest without a session, or with one that is unknown or over, is `nobody`. */
export type Visitor =
  | { kind: 'user'; userId: number; tokenHash: Buffer }
  | { kind: 'guest'; sessionHash: Buffer }
  | { kind: 'nobody' }

export type RequestFacts = { authorization: string | undefined; guestSession: string | undefined }

/** Finds out who is asking; given by the accounts slice when the app is put together. */
type IdentifyVisitor = (facts: RequestFacts) => Promise<Visitor>
