import type { FastifyInstance } from 'fastify'

const PREFLIGHT = {
  'access-control-allow-methods': 'GET, POST, PUT, DELETE',
  'access-control-allow-headers': 'Authorization, Content-Type, If-None-Match, X-Guest-Session',
  'access-control-max-age': '7200',
}
const READABLE = 'ETag, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id'

/**
 * Lets pages of the origins given read the API: only those, and without cookies, which the API has none of. Every answer
 * then differs by Origin as far as a cache between is concerned.
 */
export function allowOrigins(fastify: FastifyInstance, origins: readonly string[]): void {
  const allowed = new Set(origins.map((origin) => origin.replace(/\/$/, '')))
  if (allowed.size > 0) {
    fastify.addHook('onRequest', (request, reply, done) => {
      if (request.url.startsWith('/api/')) {
        reply.header('vary', 'Accept-Encoding, Origin')
        const { origin } = request.headers
        if (origin !== undefined && allowed.has(origin)) {
          reply.headers({ 'access-control-allow-origin': origin, 'access-control-expose-headers': READABLE })
        }
      }
      done()
    })
  }
  fastify.options('/api/*', (_request, reply) => {
    if (reply.hasHeader('access-control-allow-origin')) reply.headers(PREFLIGHT)
    return reply.code(204).send()
  })
}
