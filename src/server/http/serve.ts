import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AnyEndpoint, Input, Output } from '#shared/contract/endpoint.ts'
import type { ChangeTag } from '../changes.ts'
import { admitVisitor, NOBODY } from './admit-visitor.ts'
import { parseInput, parseRequest } from './parse-input.ts'
import { chooseFormat, type Format, type MakeSheet, renderAnswer } from './render-answer.ts'
import type { ResponseCache } from './response-cache.ts'
import type { SecurityHeaders } from './security-headers.ts'
import { type CachePolicy, NEVER, readCached, serveCached } from './serve-cached.ts'
import type { Throttle } from './throttle.ts'
import type { IdentifyVisitor, Visitor } from './visitor.ts'
import type { Workload } from './workload.ts'

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
  reading: Workload
  /** Everything else. */
  working: Workload
  /** Requests of one user, wherever they come from. */
  users: Throttle
}

/** What a handler gets: the parsed input, who asks, and from which address. */
export type Call<E> = Input<E> & { visitor: Visitor; address: string; signal: AbortSignal }

export type Handler<E> = (call: Call<E>) => Promise<Output<E>> | Output<E>

export type ServeOptions<E> = {
  bodyLimit?: number
  /** Keeps the answers; only for public GETs, whose answers are the same for everybody. */
  cache?: CachePolicy<E>
  /** The call changes these, so that answers made of them are dropped. */
  renews?: readonly ChangeTag[]
  /** The answer as a table for `?format=csv`. */
  sheet?: MakeSheet<E>
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
