import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Registry } from 'prom-client'
import type { Context } from '../context.ts'
import { poolOf, readLinesOf } from '../database/statement.ts'
import { counters } from './metrics/counters.ts'
import { liveGauges } from './metrics/live-gauges.ts'
import { requestDurations } from './metrics/request-durations.ts'
import { statusGauges } from './metrics/status-gauges.ts'
import { type StoreLines, type StorePool, storeConnections, storeReads } from './metrics/store-connections.ts'
import { createStatusReader } from './read-status.ts'

export type Metrics = { text(): Promise<string>; contentType: string; observe(app: FastifyInstance): void }

/** The embedded store reads over its one connection alone. */
const NO_LINES: StoreLines = { underWay: () => 0 }

/** The figures of the status page, of the process, of the game's API and of the answers given, for Prometheus. */
export function createMetrics(
  context: Context,
  pool: StorePool | null = poolOf(context.db),
  lines: StoreLines = readLinesOf(context.db) ?? NO_LINES,
): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'delphin_' })
  liveGauges(registry, context)
  counters(registry, context)
  if (pool !== null) storeConnections(registry, pool)
  storeReads(registry, lines)
  const observe = requestDurations(registry)
  const show = statusGauges(registry)
  const read = createStatusReader(context)
  return {
    contentType: registry.contentType,
    async text() {
      // A store that does not answer is when the other figures are wanted most.
      show(await read().catch(() => null))
      return registry.metrics()
    },
    observe,
  }
}
