import { randomUUID } from 'node:crypto'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyReply, LogController } from 'fastify'
import { registerAccounts } from '../accounts/routes.ts'
import { identifyVisitor } from '../accounts/visitor.ts'
import { registerBrowse } from '../browse/routes.ts'
import { registerClubs } from '../clubs/routes.ts'
import type { Context } from '../context.ts'
import { registerLeaderboards } from '../leaderboards/routes.ts'
import { registerPlatform } from '../platform/routes.ts'
import { registerPlayers } from '../players/routes.ts'
import { registerSearch } from '../search/routes.ts'
import { registerStatus } from '../status/routes.ts'
import { siteFacts } from '../status/site-facts.ts'
import { answerErrors } from './answer-errors.ts'
import { answerClientError } from './client-error.ts'
import { answerNotImplemented } from './not-implemented.ts'
import { serveOpenApi } from './open-api.ts'
import { servePages } from './pages.ts'
import { setSecurityHeaders } from './security-headers.ts'
import type { Server } from './serve.ts'

const BODY_LIMIT_BYTES = 32 * 1024

/** Puts the app together: the one place, beside main.ts, that knows every slice. */
export async function createApp(context: Context): Promise<FastifyInstance> {
  const { config } = context
  const loggerInstance: FastifyBaseLogger = context.log
  const fastify = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: config.TRUSTED_PROXIES.length > 0 ? config.TRUSTED_PROXIES : false,
    bodyLimit: BODY_LIMIT_BYTES,
    routerOptions: { maxParamLength: 256 },
    // Node looks every 30 s by default, which lets slow clients hold a connection that long.
    http: { connectionsCheckingInterval: 500, headersTimeout: 2000 },
    requestTimeout: 4000,
    forceCloseConnections: 'idle',
    clientErrorHandler: answerClientError,
    frameworkErrors: (_error, _request, reply: FastifyReply) => {
      reply.code(400).send({ error: 'The address could not be read', code: 'bad_request' })
    },
  })
  setSecurityHeaders(fastify, { https: config.PUBLIC_URL?.startsWith('https:') ?? false })
  answerErrors(fastify)
  const server: Server = { fastify, identify: (facts) => identifyVisitor(context, facts), served: new Set() }
  registerStatus(server, context)
  registerAccounts(server, context)
  registerSearch(server, context)
  registerBrowse(server, context)
  registerClubs(server, context)
  registerPlayers(server, context)
  registerPlatform(server, context)
  registerLeaderboards(server, context)
  answerNotImplemented(server)
  serveOpenApi(fastify)
  await servePages(fastify, siteFacts(context))
  return fastify
}
