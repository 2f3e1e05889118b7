import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyReply, LogController } from 'fastify'
import { viewNoter } from '#server/directory/noted-visits.ts'
import { registerAccounts } from '#server/site/accounts/routes.ts'
import { identifyVisitor } from '#server/site/accounts/sessions.ts'
import { registerBrowse } from '#server/site/browse/routes.ts'
import { registerClientLog } from '#server/site/client-log/routes.ts'
import { registerClubs } from '#server/site/clubs/routes.ts'
import { answerErrors, createClientErrorHandler, refuseOtherMethods } from '#server/site/http/answer-errors.ts'
import { closeConnectionsWhileStopping, dropSlowReaders, watchRequests } from '#server/site/http/connections.ts'
import { serveDocs } from '#server/site/http/docs-page.ts'
import { createGuards, limitHeaders, limitRequests, refuseWrites } from '#server/site/http/guards.ts'
import {
  allowOrigins,
  nameRequests,
  newRequestId,
  securityHeaders,
  setSecurityHeaders,
} from '#server/site/http/headers.ts'
import { OWN_CALLS, serveOpenApi } from '#server/site/http/open-api.ts'
import type { HeaderFields } from '#server/site/http/ready-answer.ts'
import type { Read, Server } from '#server/site/http/serve.ts'
import { shedLoad } from '#server/site/http/shed-load.ts'
import { serveSiteFiles } from '#server/site/http/site-files.ts'
import { servePages } from '#server/site/pages/serve-pages.ts'
import { registerSharePictures } from '#server/site/pictures/routes.ts'
import { registerPlatform } from '#server/site/platform/routes.ts'
import { registerPlayers } from '#server/site/players/routes.ts'
import { registerPrivacy } from '#server/site/privacy/routes.ts'
import { registerProgression } from '#server/site/progression/routes.ts'
import { registerRankings } from '#server/site/rankings/routes.ts'
import { registerSearch } from '#server/site/search/routes.ts'
import { registerStatus } from '#server/site/status/routes.ts'
import { endpoints } from '#shared/contract/all.ts'
import type { Context } from './context.ts'

const BODY_LIMIT_BYTES = 32 * 1024
const CONNECTIONS_MAX = 20_000

/** Puts the app together: the one place, beside main.ts, that knows every slice. */
export async function createApp(context: Context): Promise<FastifyInstance> {
  const { config, clock } = context
  const headers = {
    ...securityHeaders({ https: config.PUBLIC_URL?.startsWith('https:') ?? false }),
    ...limitHeaders(config.REQUESTS_PER_MINUTE),
  }
  const fastify = createFastify(context, headers)
  watchRequests(fastify.server, context)
  const stopWatching = dropSlowReaders(fastify.server, () => context.counters.add('connections_dropped', 'unread'))
  fastify.addHook('onClose', (_instance, done) => {
    stopWatching()
    done()
  })
  setSecurityHeaders(fastify, headers)
  answerErrors(fastify)
  nameRequests(fastify)
  allowOrigins(fastify, config.ALLOWED_ORIGINS)
  closeConnectionsWhileStopping(fastify, context)
  shedLoad(fastify, context, headers)
  limitRequests(fastify, { clock, perMinute: config.REQUESTS_PER_MINUTE })
  refuseWrites(fastify, context)
  const guards = createGuards(context, fastify, headers)
  const identify: Server['identify'] = (facts) => identifyVisitor(context, facts)
  const server = { fastify, identify, guards, reads: new Map<string, Read>() }
  registerSlices(server, context)
  serveOpenApi(fastify, headers)
  serveDocs(fastify, headers)
  refuseOtherMethods(fastify, [...endpoints.values(), ...OWN_CALLS])
  registerSharePictures(fastify, context, guards)
  serveSiteFiles(fastify, context)
  const viewed = { club: viewNoter(context.visits, 'club'), player: viewNoter(context.visits, 'player') }
  await servePages(server, { site: config.PUBLIC_URL, artBase: config.ASSET_CDN_BASE, viewed, log: context.log })
  return fastify
}

function createFastify({ config, log }: Context, headers: HeaderFields): FastifyInstance {
  const loggerInstance: FastifyBaseLogger = log
  const fastify = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: newRequestId,
    // A logger for each request costs as much as a quarter of a ready answer; whoever logs names the request.
    childLoggerFactory: (logger) => logger,
    trustProxy: config.TRUSTED_PROXIES.length > 0 ? config.TRUSTED_PROXIES : false,
    bodyLimit: BODY_LIMIT_BYTES,
    routerOptions: { maxParamLength: 256, ignoreTrailingSlash: true },
    // Node looks every 30 s by default, which lets slow clients hold a connection that long.
    http: { connectionsCheckingInterval: 500, headersTimeout: 2000 },
    requestTimeout: 3500,
    forceCloseConnections: 'idle',
    clientErrorHandler: createClientErrorHandler(headers),
    // No hook runs for an address that cannot even be routed.
    frameworkErrors: (_error, request, reply: FastifyReply) => {
      reply.headers({ ...headers, 'cache-control': 'no-store, private', 'x-request-id': request.id })
      reply.code(400).send({ error: 'The address could not be read', code: 'bad_request' })
    },
  })
  fastify.server.maxConnections = CONNECTIONS_MAX
  fastify.removeContentTypeParser('text/plain')
  return fastify
}

function registerSlices(server: Server, context: Context): void {
  registerStatus(server, context)
  registerAccounts(server, context)
  registerSearch(server, context)
  registerBrowse(server, context)
  registerClubs(server, context)
  registerPlayers(server, context)
  registerProgression(server, context)
  registerPlatform(server, context)
  registerRankings(server, context)
  registerClientLog(server, context)
  registerPrivacy(server, context)
}
