import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import { identifyVisitor } from '#server/site/accounts/sessions.ts'
import { answerErrors, createClientErrorHandler, refuseUnclearRequests } from '#server/site/http/answer-errors.ts'
import {
  boundConnections,
  closeConnectionsWhileStopping,
  connectionsMax,
  dropSlowReaders,
  watchRequests,
} from '#server/site/http/connections.ts'
import { admitRequests, createGuards, refuseWrites } from '#server/site/http/guards.ts'
import {
  allowOrigins,
  nameRequests,
  newRequestId,
  securityHeaders,
  setSecurityHeaders,
} from '#server/site/http/headers.ts'
import type { HeaderFields } from '#server/site/http/ready-answer.ts'
import type { Read, Server } from '#server/site/http/serve.ts'
import { LANGUAGE_CODES } from '#shared/languages.ts'
import { readableAddress } from '#shared/page-addresses.ts'
import type { Context } from './context.ts'

const BODY_LIMIT_BYTES = 32 * 1024

/** Adds the calls of a slice. */
export type RegisterSlice = (server: Server, context: Context) => void

/** The calls of some slices, with the cache and behind every limit. */
export function createServer(context: Context, slices: readonly RegisterSlice[], offered = LANGUAGE_CODES) {
  const { config } = context
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
  answerErrors(fastify, context.log, { texts: context.texts, offered })
  nameRequests(fastify)
  refuseUnclearRequests(fastify, headers)
  allowOrigins(fastify, config.ALLOWED_ORIGINS)
  closeConnectionsWhileStopping(fastify, context)
  admitRequests(fastify, context)
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
