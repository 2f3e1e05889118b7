import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Context } from '../context.ts'
import { createStatusReader, type Status } from './read-status.ts'

/** What each gauge shows, in the units its name says. */
const GAUGES: Record<string, { help: string; of: (status: Status) => number | null }> = {
  delphin_tracked_clubs: { help: 'Clubs that are stored', of: (status) => status.tracked_clubs },
  delphin_tracked_players: { help: 'Players that are stored', of: (status) => status.tracked_players },
  delphin_observation_age_median_seconds: {
    help: 'Half of the tracked clubs and players were seen this long ago or less',
    of: (status) => status.observation_age_seconds.median,
  },
  delphin_observation_age_p95_seconds: {
    help: 'All but one in twenty were seen this long ago or less',
    of: (status) => status.observation_age_seconds.p95,
  },
  delphin_queue_due: { help: 'Targets whose turn has come', of: (status) => status.queue.due },
  delphin_queue_oldest_seconds: {
    help: 'Longest wait of a due target',
    of: ({ queue }) => queue.oldest_due_seconds ?? 0,
  },
  delphin_game_calls_last_minute: { help: 'Calls of the game', of: ({ game_api }) => game_api.calls_last_minute },
  delphin_game_calls_per_second_allowed: { help: 'Calls allowed now', of: ({ game_api }) => game_api.calls_per_second },
  delphin_game_trouble: {
    help: '1 while the game does not serve us as it should',
    of: ({ game_api }) => (game_api.state === 'ok' ? 0 : 1),
  },
  delphin_incidents_open: {
    help: 'Incidents that go on',
    of: ({ incidents }) => incidents.filter((incident) => incident.ended_at === null).length,
  },
  delphin_set_aside: { help: 'Glitches set aside today and yesterday', of: (status) => status.set_aside },
}

export type Metrics = { text(): Promise<string>; contentType: string; observe(app: FastifyInstance): void }

/** The figures of the status page, of the process and of the answers given, for Prometheus. */
export function createMetrics(context: Context): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'delphin_' })
  const read = createStatusReader(context)
  const gauges = Object.entries(GAUGES).map(([name, { help, of }]) => ({
    gauge: new Gauge({ name, help, registers: [registry] }),
    of,
  }))
  const answers = new Histogram({
    name: 'delphin_http_request_duration_seconds',
    help: 'Time to answer, by route template',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [registry],
  })
  return {
    contentType: registry.contentType,
    async text() {
      const status = await read()
      for (const { gauge, of } of gauges) gauge.set(of(status) ?? Number.NaN)
      return registry.metrics()
    },
    observe(app) {
      app.addHook('onResponse', async (request, reply) => {
        // Templates only: an address could hold a tag, and there are too many of those for a label.
        const route = request.routeOptions.url ?? 'none'
        const labels = { method: request.method, route, status: `${Math.floor(reply.statusCode / 100)}xx` }
        answers.observe(labels, reply.elapsedTime / 1000)
      })
    },
  }
}

export type MetricsServer = { url: string; close(): Promise<void> }

/** Serves the figures on a port of their own, which is not for the public. */
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
