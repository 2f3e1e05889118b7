import { readFileSync } from 'node:fs'
import type { Server as HttpServer, IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import { networkOf } from '#server/kernel/limits.ts'
import { identifyVisitor } from '#server/site/accounts/sessions.ts'
import { answerErrors, createClientErrorHandler, refuseUnclearRequests } from '#server/site/http/answer-errors.ts'
import { closeConnectionsWhileStopping, dropSlowReaders, watchRequests } from '#server/site/http/connections.ts'
import { createGuards, limitRequests, refuseWrites } from '#server/site/http/guards.ts'
import {
  allowOrigins,
  nameRequests,
  newRequestId,
  securityHeaders,
  setSecurityHeaders,
} from '#server/site/http/headers.ts'
import type { HeaderFields } from '#server/site/http/ready-answer.ts'
import type { Read, Server } from '#server/site/http/serve.ts'
import { shedLoad } from '#server/site/http/shed-load.ts'
import { readableAddress } from '#shared/page-addresses.ts'
import type { Context } from './context.ts'

const BODY_LIMIT_BYTES = 32 * 1024

/** Adds the calls of a slice. */
export type RegisterSlice = (server: Server, context: Context) => void

/** The calls of some slices, with the cache and behind every limit. */
export function createServer(context: Context, slices: readonly RegisterSlice[]) {
  const { config, clock } = context
  const headers = securityHeaders({ https: config.PUBLIC_URL?.startsWith('https:') ?? false })
  const fastify = createFastify(context, headers)
  watchRequests(fastify.server, context)
  boundConnections(fastify.server, {
    max: connectionsMax(),
    behindProxies: config.TRUSTED_PROXIES.length > 0,
    onDrop: (reason) => context.counters.add('connections_dropped', reason),
  })
  const stopWatching = dropSlowReaders(fastify.server, () => context.counters.add('connections_dropped', 'unread'))
  fastify.addHook('onClose', (_instance, done) => {
    stopWatching()
    done()
  })
  setSecurityHeaders(fastify, headers)
  answerErrors(fastify, context.log)
  nameRequests(fastify)
  refuseUnclearRequests(fastify, headers)
  allowOrigins(fastify, config.ALLOWED_ORIGINS)
  closeConnectionsWhileStopping(fastify, context)
  shedLoad(fastify, context, headers)
  limitRequests(fastify, { clock, config })
  refuseWrites(fastify, context)
  const guards = createGuards(context, fastify)
  const identify: Server['identify'] = (facts) => identifyVisitor(context, facts)
  const server = { fastify, identify, guards, reads: new Map<string, Read>() }
  for (const register of slices) register(server, context)
  return server
}

function createFastify({ config }: Context, headers: HeaderFields): FastifyInstance {
  // Fastify gets no log: a logger and listeners for each request cost a tenth of a ready answer. We log what goes wrong.
  const fastify = Fastify({
    genReqId: newRequestId,
    trustProxy: config.TRUSTED_PROXIES.length > 0 ? config.TRUSTED_PROXIES : false,
    bodyLimit: BODY_LIMIT_BYTES,
    rewriteUrl: ({ url = '/' }) => readableAddress(url),
    routerOptions: { maxParamLength: 256, ignoreTrailingSlash: true },
    // Node checks every 30 s by default, so slow clients could hold a connection that long.
    // Its own refusal of a request without Host would lack our header fields.
    http: { connectionsCheckingInterval: 500, headersTimeout: 2000, requireHostHeader: false },
    requestTimeout: 3500,
    forceCloseConnections: 'idle',
    clientErrorHandler: createClientErrorHandler(headers),
    // No hook runs for an address that cannot be routed.
    frameworkErrors: (_error, request, reply: FastifyReply) => {
      reply.headers({ ...headers, 'cache-control': 'no-store, private', 'x-request-id': request.id })
      reply.code(400).send({ error: 'The address could not be read', code: 'bad_request' })
    },
  })
  fastify.removeContentTypeParser('text/plain')
  return fastify
}

const FILES_GUESSED = 1024

/** The most files that the process may have open, as Linux tells it; a low guess elsewhere. */
function fileLimit(): number {
  try {
    const soft = /^Max open files +(\S+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]
    return soft === 'unlimited' ? Number.POSITIVE_INFINITY : Number(soft ?? FILES_GUESSED)
  } catch {
    return FILES_GUESSED
  }
}

/** Files that the store, the game's API, the log and the code need. PGlite alone has several hundred open. */
const FILES_RESERVED = 1024
const CONNECTIONS_MAX = 20_000

/** How many connections may be open at once, with so many files: half of the files at least stay for everything else. */
export function connectionsMax(files = fileLimit()): number {
  return Math.max(1, Math.min(CONNECTIONS_MAX, Math.floor(Math.max(files - FILES_RESERVED, files / 2))))
}

/** The share of all connections that one network may have, and the share from which on idle ones are closed. */
const NETWORK_SHARE = 1 / 8
const NETWORK_LEAST = 16
const CROWDED_SHARE = 3 / 4

type Bounds = {
  max: number
  /** Whether proxies stand before the site: then everybody comes from one network, and they bound what one visitor has. */
  behindProxies: boolean
  onDrop(reason: 'network' | 'crowded'): void
}

/**
 * Bounds the open connections: a network has an eighth of them at most, and in a crowd the connection that was idle for
 * longest makes room for a new one. Beyond `max` Node closes new ones at once.
 */
export function boundConnections(server: HttpServer, { max, behindProxies, onDrop }: Bounds): void {
  server.maxConnections = max
  const perNetwork = Math.max(NETWORK_LEAST, Math.floor(max * NETWORK_SHARE))
  const counts = new Map<string, number>()
  // In the order in which they became idle.
  const idle = new Set<Socket>()
  let open = 0
  server.prependListener('connection', (socket: Socket) => {
    const network = networkOf(socket.remoteAddress ?? '')
    const count = (counts.get(network) ?? 0) + 1
    counts.set(network, count)
    open += 1
    idle.add(socket)
    socket.once('close', () => {
      open -= 1
      idle.delete(socket)
      const left = (counts.get(network) ?? 1) - 1
      if (left === 0) counts.delete(network)
      else counts.set(network, left)
    })
    if (count > perNetwork && !behindProxies) drop(socket, 'network')
    else if (open > max * CROWDED_SHARE) dropIdle(socket)
  })
  server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    idle.delete(socket)
    // `on` costs less than `once`, and an answer closes once.
    response.on('close', () => {
      if (!socket.destroyed) idle.add(socket)
    })
  })

  function dropIdle(newest: Socket): void {
    const [longest] = idle
    if (longest !== undefined && longest !== newest) drop(longest, 'crowded')
  }

  function drop(socket: Socket, reason: 'network' | 'crowded'): void {
    idle.delete(socket)
    onDrop(reason)
    socket.destroy()
  }
}
