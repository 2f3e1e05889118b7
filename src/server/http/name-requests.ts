import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

declare module 'node:http' {
  interface IncomingMessage {
    /** Under which the log knows the request. */
    requestId?: string
  }
}

/** Names a request that has just come. */
export function newRequestId(request: IncomingMessage): string {
  const id = randomUUID()
  request.requestId = id
  return id
}

/** Puts the id under which the log knows a request on its answer. */
export function nameRequests(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    done()
  })
}
