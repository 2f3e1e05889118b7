import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { Context } from '#server/context.ts'
import type { Outcome } from '#server/game/game-api.ts'
import { COUNTED, type CounterName } from '#server/kernel/counters.ts'
import { liveGauges, type StorePool, statusGauges, storeConnections } from './prometheus-gauges.ts'
import { readStatus } from './read-status.ts'

export type Metrics = { text(): Promise<string>; contentType: string; observe(app: FastifyInstance): void }

/** Metrics for Prometheus: of the data's age, the process, the game's API, the store and the answers. */
export function createMetrics(context: Context, pool: StorePool | null = context.db.pool ?? null): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'delphin_' })
  liveGauges(registry, context)
  counters(registry, context)
  if (pool !== null) storeConnections(registry, pool)
  const observe = requestDurations(registry)
  const show = statusGauges(registry)
  return {
    contentType: registry.contentType,
    async text() {
      // While the store does not answer, the other metrics are needed most.
      show(await readStatus(context).catch(() => null))
      return registry.metrics()
    },
    observe,
  }
}

export type MetricsServer = { url: string; close(): Promise<void> }

/** Serves the metrics on a separate port, which the public must not reach. */
export async function serveMetrics(
  { log }: Pick<Context, 'log'>,
  metrics: Metrics,
  { host, port }: { host: string; port: number },
): Promise<MetricsServer> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') return response.writeHead(404).end()
    return metrics.text().then(
      (text) => response.writeHead(200, { 'content-type': metrics.contentType }).end(text),
      (error: unknown) => {
        log.error({ error }, 'metrics not read')
        response.writeHead(503).end()
      },
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const { port: actual } = server.address() as AddressInfo
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { url: `http://${host}:${actual}/metrics`, close }
}

const COUNTERS: Record<string, { help: string; label: string; counted: CounterName }> = {
  delphin_collections_total: { help: 'Targets collected, by how it ended', label: 'outcome', counted: 'collections' },
  delphin_job_failures_total: { help: 'Runs of jobs that failed', label: 'job', counted: 'job_failures' },
  delphin_http_requests_shed_total: {
    help: 'Requests refused because there were too many',
    label: 'work',
    counted: 'requests_shed',
  },
  delphin_deliveries_total: {
    help: 'Tries to deliver messages of the outbox',
    label: 'outcome',
    counted: 'deliveries',
  },
  delphin_art_total: { help: "Pictures asked of the mirror of the game's art", label: 'outcome', counted: 'art' },
  delphin_http_connections_dropped_total: {
    help: 'Connections ended because of what the client did',
    label: 'reason',
    counted: 'connections_dropped',
  },
}

/** How a call of the game can end. */
const CALL_OUTCOMES: Record<Outcome, 0> = {
  ok: 0,
  'not-found': 0,
  forbidden: 0,
  throttled: 0,
  maintenance: 0,
  timeout: 0,
  unavailable: 0,
  malformed: 0,
  glitched: 0,
  'circuit-open': 0,
  aborted: 0,
}

/** Copies the counts of the process when Prometheus asks, so that counting itself is one addition. */
function counters(registry: Registry, context: Context): void {
  for (const [name, { help, label, counted }] of Object.entries(COUNTERS)) {
    const none = COUNTED[counted].map((word): [string, number] => [word, 0])
    addCounter(registry, { name, help, label }, () => [...none, ...context.counters.of(counted)])
  }
  const calls = { name: 'delphin_game_calls_total', help: 'Calls of the game, by how they ended', label: 'outcome' }
  addCounter(registry, calls, () => Object.entries({ ...CALL_OUTCOMES, ...context.gameApi.status().outcomes }))
}

type Named = { name: string; help: string; label: string }

function addCounter(registry: Registry, { name, help, label }: Named, read: () => Iterable<[string, number]>): void {
  const collect = () => {
    counter.reset()
    for (const [sort, count] of read()) counter.inc({ [label]: sort }, count)
  }
  const counter: Counter = new Counter({ name, help, labelNames: [label], registers: [registry], collect })
}

const BUCKETS_SECONDS = [0.005, 0.02, 0.1, 0.5, 2, 10]

/** Measures answers by route template. Addresses hold tags, and would make too many time series. */
function requestDurations(registry: Registry): (app: FastifyInstance) => void {
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
