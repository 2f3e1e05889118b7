import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyReply, LogController } from 'fastify'
import { endpoints } from '#shared/contract/all.ts'
import { registerAccounts } from '../accounts/routes.ts'
import { identifyVisitor } from '../accounts/visitor.ts'
import { registerBrowse } from '../browse/routes.ts'
import { registerClientLog } from '../client-log/routes.ts'
import { registerClubs } from '../clubs/routes.ts'
import type { Context } from '../context.ts'
import { countsOf } from '../counts.ts'
import { registerLeaderboards } from '../leaderboards/routes.ts'
import { registerPlatform } from '../platform/routes.ts'
import { registerPlayers } from '../players/routes.ts'
import { registerPrivacy } from '../privacy/routes.ts'
import { registerSearch } from '../search/routes.ts'
import { registerSharePictures } from '../share-pictures/routes.ts'
import { registerStatus } from '../status/routes.ts'
import { viewNoter } from '../summaries/visits.ts'
import { allowOrigins } from './allow-origins.ts'
import { answerErrors } from './answer-errors.ts'
import { createClientErrorHandler } from './client-error.ts'
import { createGuards } from './create-guards.ts'
import { serveDocs } from './docs-page.ts'
import { sayFarewell } from './drain.ts'
import { dropSlowReaders } from './drop-slow-readers.ts'
import { limitHeaders, limitRequests } from './limit-requests.ts'
import { nameRequests, newRequestId } from './name-requests.ts'
import { OWN_CALLS, serveOpenApi } from './open-api.ts'
import { servePages } from './pages.ts'
import { refuseOtherMethods } from './refuse-other-methods.ts'
import { refuseWrites } from './refuse-writes.ts'
import { type SecurityHeaders, securityHeaders, setSecurityHeaders } from './security-headers.ts'
import type { Read, Server } from './serve.ts'
import { shedLoad } from './shed-load.ts'
import { serveSiteFiles } from './site-files.ts'
import { watchRequests } from './watch-requests.ts'

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
  const stopWatching = dropSlowReaders(fastify.server, () => countsOf(context).add('connections_dropped', 'unread'))
  fastify.addHook('onClose', (_instance, done) => {
    stopWatching()
    done()
  })
  setSecurityHeaders(fastify, headers)
  answerErrors(fastify)
  nameRequests(fastify)
  allowOrigins(fastify, config.ALLOWED_ORIGINS)
  sayFarewell(fastify, context)
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
  const viewed = { club: viewNoter(context, 'club'), player: viewNoter(context, 'player') }
  await servePages(server, { site: config.PUBLIC_URL, artBase: config.ASSET_CDN_BASE, viewed, log: context.log })
  return fastify
}

function createFastify({ config, log }: Context, headers: SecurityHeaders): FastifyInstance {
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
  registerPlatform(server, context)
  registerLeaderboards(server, context)
  registerClientLog(server, context)
  registerPrivacy(server, context)
}
