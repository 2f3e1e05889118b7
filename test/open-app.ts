import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { identifyVisitor } from '#server/accounts/visitor.ts'
import type { Context } from '#server/context.ts'
import { answerErrors } from '#server/http/answer-errors.ts'
import type { Server } from '#server/http/serve.ts'

type RegisterSlice = (server: Server, context: Context) => void

/** The slices given, answering over HTTP as they do in the whole app; for use with `inject`. */
export function openTestApp(context: Context, slices: RegisterSlice[]): FastifyInstance {
  const { config } = context
  const loggerInstance: FastifyBaseLogger = context.log
  const fastify = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.TRUSTED_PROXIES.length > 0 ? config.TRUSTED_PROXIES : false,
  })
  answerErrors(fastify)
  const server: Server = { fastify, identify: (facts) => identifyVisitor(context, facts) }
  for (const register of slices) register(server, context)
  return fastify
}
