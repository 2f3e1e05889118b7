import type { FastifyInstance } from 'fastify'
import { Histogram, type Registry } from 'prom-client'

const BUCKETS_SECONDS = [0.005, 0.02, 0.1, 0.5, 2, 10]

/** Times answers by route template, never by address: that could hold a tag, and there are too many of those. */
export function requestDurations(registry: Registry): (app: FastifyInstance) => void {
  const answers = new Histogram({
    name: 'delphin_http_request_duration_seconds',
    help: 'Time to answer, by route template',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS_SECONDS,
    registers: [registry],
  })
  return (app) => {
    app.addHook('onResponse', (request, reply, done) => {
      const route = request.routeOptions.url ?? 'none'
      const status = `${Math.floor(reply.statusCode / 100)}xx`
      answers.observe({ method: request.method, route, status }, reply.elapsedTime / 1000)
      done()
    })
  }
}
