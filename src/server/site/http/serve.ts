import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, errorBody } from '#server/kernel/errors.ts'
import { type ConcurrencyLimit, enforceLimit, type RateLimit } from '#server/kernel/limits.ts'
import type { AnyEndpoint, Input, Output } from '#shared/contract/endpoint.ts'
import { FIRST_LANGUAGE } from '#shared/languages.ts'
import { pageTexts, said, type Translator } from '#shared/texts.ts'
import { type HeaderFields, readyAnswer, sendReady } from './ready-answer.ts'
import type { CachePolicy, Made, ResponseCache } from './response-cache.ts'
import {
  chooseFormat,
  type Format,
  type MakeCsv,
  parseInput,
  parseParams,
  parseRequest,
  renderAnswer,
} from './wire-format.ts'

/** What calls are registered on. */
export type Server = {
  fastify: FastifyInstance
  identify: IdentifyVisitor
  guards?: Guards
  /** The public calls that read, by method and path, for the pages that show their answers. */
  reads: Map<string, Read>
}

/** Answers a public call within the process, as for an unknown visitor. Throws what the call throws. */
export type Read = (parts: { params?: unknown; query?: unknown }) => Promise<ReadResult>

type ReadResult = { status: number; text: string; refusal?: AppError | undefined }

/** The cache and the limits between callers and calls. Health checks are served without them. */
export type Guards = {
  cache: ResponseCache
  /** No answer is fresh for longer than this at the moment. */
  freshSecondsMax(): number
  /** Limits the public answers that are made at the same time. */
  reading: ConcurrencyLimit
  /** Limits all other calls at the same time. */
  working: ConcurrencyLimit
  /** Limits the requests of one user from all addresses together. */
  users: RateLimit
}

/** Who is asking. A guest without a session, or with an unknown or expired one, is `nobody`. */
export type Visitor = SignedInUser | GuestVisitor | { kind: 'nobody' }
export type SignedInUser = { kind: 'user'; userId: number; tokenHash: Buffer }
export type GuestVisitor = { kind: 'guest'; sessionHash: Buffer }

/** What a request says about its visitor. */
export type RequestFacts = { authorization: string | undefined; guestSession: string | undefined }
type IdentifyVisitor = (facts: RequestFacts) => Promise<Visitor>

const NOBODY: Visitor = { kind: 'nobody' }

/**
 * What a handler receives: the parsed input, the visitor, their address, what their browser calls itself, and the texts that
 * a sentence for them is said in besides English.
 */
type Call<E, Opened> = Input<E> & {
  visitor: Visitor
  address: string
  agent: string
  texts: Translator
  opened: Opened
}
type Handler<E, Opened> = (call: Call<E, Opened>) => Promise<Output<E>> | Output<E>

/** What is known of a call before its query and body are read. The parameters of its path are parsed. */
type Arrival = { params: unknown; visitor: Visitor; address: string }

export type ServeOptions<E, Opened = undefined> = {
  /** Lets the visitor in, or throws: who may not enter learns nothing of the body. The handler gets what it answers. */
  open?: (arrival: Arrival) => Promise<Opened>
  bodyLimit?: number
  /** Keeps the answers. Only for public GETs: their answers are the same for everybody. */
  cache?: CachePolicy<Input<E>>
  /** Makes a table of the answer for `?format=csv`, which may have more columns. */
  csv?: MakeCsv<E>
  /** Header fields of its own, of answers that are not kept. */
  headers?: HeaderFields
  /** Called after each good answer, also one from the cache. It must be very cheap. */
  onAnswered?: OnAnswered
}

/** Receives the path's parameters, unparsed, and the visitor's address. */
export type OnAnswered = (params: unknown, address: string) => void

type Route<E> = {
  server: Server
  endpoint: AnyEndpoint
  handler: Handler<E, unknown>
  options: ServeOptions<E, unknown>
}
type CachedRoute<E> = Route<E> & { guards: Guards; cache: CachePolicy<Input<E>> }

/** Registers a call: admits the visitors that its access allows, parses its input, and answers what the handler returns. */
export function serve<E extends AnyEndpoint, Opened = undefined>(
  server: Server,
  endpoint: E,
  handler: Handler<E, Opened>,
  options: ServeOptions<E, Opened> = {},
): void {
  const { guards } = server
  const { cache, bodyLimit } = options
  // A kept answer is marked as public, and browsers keep what is.
  if (cache !== undefined && !isPublicRead(endpoint)) throw new Error(`${endpoint.path} is not for everybody`)
  const route = { server, endpoint, handler, options } as Route<E>
  const cached = guards !== undefined && cache !== undefined ? { ...route, guards, cache } : null
  if (isPublicRead(endpoint)) {
    server.reads.set(`GET ${endpoint.path}`, cached === null ? readFresh(route) : readCached(cached))
  }
  server.fastify.route({
    ...(bodyLimit === undefined ? {} : { bodyLimit }),
    method: endpoint.method,
    url: endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    ...(cached === null ? answerFresh(route) : { handler: answerCached(cached) }),
  })
}

function isPublicRead({ access, method }: AnyEndpoint): boolean {
  return access === 'public' && method === 'GET'
}

function answerFresh<E>({ server, endpoint, handler, options }: Route<E>) {
  const limit = server.guards?.[isPublicRead(endpoint) ? 'reading' : 'working']
  const { csv, onAnswered, open } = options
  const { access } = endpoint
  const admitted = new WeakMap<FastifyRequest, { visitor: Visitor; opened: unknown }>()
  // Before the body is read: who may not call learns nothing else.
  const onRequest = async (request: FastifyRequest): Promise<void> => {
    if (access === 'public') return
    const visitor = await admitVisitor(server, access, request)
    const work = () => open?.({ params: parseParams(endpoint, request), visitor, address: request.ip })
    const opened = await (open === undefined ? undefined : (limit?.run(work, request.isQuiet) ?? work()))
    admitted.set(request, { visitor, opened })
  }
  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<string> => {
    const format = chooseFormat(endpoint, request.query)
    const input = parseRequest(endpoint, request) as Input<E>
    const caller = admitted.get(request) ?? { visitor: NOBODY, opened: undefined }
    const agent = request.headers['user-agent'] ?? ''
    const about = { ...caller, address: request.ip, agent, texts: request.texts }
    const work = () => handler({ ...(input as object), ...about } as Call<E, unknown>)
    const made = await (limit?.run(work, request.isQuiet) ?? work())
    onAnswered?.(request.params, request.ip)
    const { headers, text } = await renderAnswer(made, { format, csv, input })
    reply.headers(headers).headers(options.headers ?? {})
    return text
  }
  return { onRequest, handler: answer }
}

/** Identifies the visitor and checks their access. Public calls skip this: their answers are the same for everybody. */
async function admitVisitor(
  { identify, guards }: Pick<Server, 'identify' | 'guards'>,
  access: Exclude<AnyEndpoint['access'], 'public'>,
  request: FastifyRequest,
): Promise<Visitor> {
  const guestSession = request.headers['x-guest-session']
  const visitor = await identify({
    authorization: request.headers.authorization,
    guestSession: typeof guestSession === 'string' ? guestSession : undefined,
  })
  if (access === 'user') signedIn(visitor)
  if (access !== 'visitor' && visitor.kind === 'nobody') throw noSession()
  if (visitor.kind === 'user' && guards !== undefined) {
    enforceLimit(guards.users, String(visitor.userId), said('error.tooMany'))
  }
  return visitor
}

/** The visitor as a signed-in user. Throws `unauthorized` for anybody else. */
export function signedIn(visitor: Visitor): SignedInUser {
  if (visitor.kind === 'user') return visitor
  throw loginRequired()
}

/** The refusal of a call that needs an account or a guest session. */
export function noSession(): AppError {
  return new AppError('unauthorized', said('error.noSession'), { code: 'no_session' })
}

/** The refusal of a call that needs an account. */
export function loginRequired(): AppError {
  return new AppError('unauthorized', said('error.loginRequired'), { code: 'login_required' })
}

/** Sends an answer from the cache, or makes it. Only the validated input decides which answer that is. */
function answerCached<E>(route: CachedRoute<E>) {
  const { endpoint, guards, options } = route
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const format = chooseFormat(endpoint, request.query)
    const input = parseRequest(endpoint, request) as Input<E>
    const answer = await guards.cache.answer(questionOf(route, input, format, request.isQuiet))
    // Only the answer in English is kept.
    if (answer.refusal !== undefined && request.texts.language !== FIRST_LANGUAGE) throw answer.refusal
    if (answer.status === 200) options.onAnswered?.(request.params, request.ip)
    return sendReady(request, reply, answer)
  }
}

/** Equal inputs have equal keys: Zod returns the fields in the order of their declaration. */
function questionOf<E>(route: CachedRoute<E>, input: Input<E>, format: Format, isQuiet: boolean) {
  const { topics } = route.cache
  return {
    key: `${route.endpoint.path} ${format} ${JSON.stringify(input)}`,
    topics: topics?.(input) ?? [],
    make: () => makeAnswer(route, input, format, isQuiet),
  }
}

function freshSeconds({ guards, cache }: Pick<CachedRoute<never>, 'guards' | 'cache'>): number {
  return Math.min(cache.seconds, guards.freshSecondsMax())
}

/** How long an answer of 404 is kept. It is short, since a search may have begun to track the tag. */
const NOT_FOUND_SECONDS = 3

async function makeAnswer<E>(route: CachedRoute<E>, input: Input<E>, format: Format, isQuiet: boolean): Promise<Made> {
  const { cache, options } = route
  try {
    const seconds = freshSeconds(route)
    const rendered = await renderAnswer(await runPublic(route, input, isQuiet), { format, csv: options.csv, input })
    const headers = { ...rendered.headers, 'cache-control': cacheControl(cache, seconds) }
    return { answer: readyAnswer({ ...rendered, headers }), freshSeconds: seconds }
  } catch (error) {
    if (!(error instanceof AppError) || error.status !== 404) throw error
    const headers = { 'content-type': 'application/json; charset=utf-8' }
    const rendered = { status: 404, headers, text: JSON.stringify(errorBody(error)) }
    return { answer: { ...readyAnswer(rendered), refusal: error }, freshSeconds: NOT_FOUND_SECONDS }
  }
}

/** Runs the handler of a public call for everybody who asks. */
async function runPublic<E>(route: Route<E>, input: Input<E>, isQuiet: boolean): Promise<Output<E>> {
  const nobody = { visitor: NOBODY, address: '', agent: '', texts: pageTexts(), opened: undefined }
  const call = { ...(input as object), ...nobody } as Call<E, unknown>
  return await runLimited(route.server, isQuiet, () => route.handler(call))
}

/** Does work for a public answer, of which only so much is done at the same time. */
function runLimited<Result>(
  { guards }: Server,
  isQuiet: boolean,
  work: () => Promise<Result> | Result,
): Promise<Result> | Result {
  return guards?.reading.run(work, isQuiet) ?? work()
}

/** An answer with topics may change at any moment. Browsers cannot be told, so they ask each time, and 304 costs little. */
function cacheControl({ topics }: CachePolicy<never>, seconds: number): string {
  if (topics !== undefined) return `public, max-age=0, s-maxage=${seconds}, must-revalidate`
  return `public, max-age=${seconds}, stale-while-revalidate=${2 * seconds}`
}

/** The page or document that asks was admitted already. */
const ADMITTED = true

function readFresh<E>(route: Route<E>): Read {
  return async (parts) => {
    const answer = await runPublic(route, parseParts(route, parts), ADMITTED)
    return { status: 200, text: JSON.stringify(answer) }
  }
}

function readCached<E>(route: CachedRoute<E>): Read {
  return async (parts) => {
    const question = questionOf(route, parseParts(route, parts), 'json', ADMITTED)
    const { status, body, refusal } = await route.guards.cache.answer(question)
    return { status, text: String(body), refusal }
  }
}

function parseParts<E>({ endpoint }: Route<E>, parts: Parameters<Read>[0]): Input<E> {
  return parseInput(endpoint, { params: undefined, query: undefined, ...parts, body: undefined }) as Input<E>
}
