import type { FastifyInstance } from 'fastify'

/** Puts the id under which the log knows a request on its answer. */
export function nameRequests(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    done()
  })
}
