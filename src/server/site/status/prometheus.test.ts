import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { runJobs } from '#server/collector/scheduler.ts'
import { openTestApp, openTestContext, type TestContext } from '#test/open-context.ts'
import { openTestStore, type TestStore } from '#test/open-store.ts'
import { createMetrics, type Metrics, serveMetrics } from './prometheus.ts'
import { registerStatus } from './routes.ts'

let store: TestStore
let context: TestContext
let metrics: Metrics
beforeAll(async () => {
  store = await openTestStore()
})
beforeEach(async () => {
  await store.reset()
  context = openTestContext({ store })
  const pool = { totalCount: 5, idleCount: 2, waitingCount: 7, options: { max: 8 } }
  metrics = createMetrics(context, pool)
})
afterAll(() => store.close())

it('metrics are served on a separate port, and count requests by route template, never by address', async () => {
  const app = openTestApp(context, [registerStatus])
  metrics.observe(app)
  await app.inject('/api/health/live?tag=%232PP')
  await app.inject('/clubs/%232PP')
  const server = await serveMetrics(context, metrics, { host: '127.0.0.1', port: 0 })
  const text = await (await fetch(server.url)).text()
  expect((await fetch(server.url.replace('/metrics', '/'))).status).toBe(404)
  await server.close()
  expect(text).toMatch(/_count{method="GET",route="\/api\/health\/live",status="2xx"} 1/)
  expect(text).toMatch(/_count{method="GET",route="none",status="4xx"} 1/)
  expect(text).not.toContain('2PP')
})

it('metrics show the golden signals: traffic, refusals, waiting, the game, jobs, memory', async () => {
  Object.assign(context.traffic, { inFlight: 3, shedding: 1.5, loopDelayMs: 20 })
  context.counters.add('requests_shed', 'costly')
  context.counters.add('collections', 'collected')
  context.counters.add('job_failures', 'rankings')
  const text = await metrics.text()
  for (const line of [
    'delphin_store_up 1',
    'delphin_tracked_clubs 0',
    'delphin_queue_oldest_seconds 0',
    'delphin_http_requests_in_flight 3',
    'delphin_http_shedding 1.5',
    'delphin_http_requests_shed_total{work="costly"} 1',
    'delphin_loop_delay_seconds 0.02',
    'delphin_store_connections{state="busy"} 3',
    'delphin_store_waiting 7',
    'delphin_game_circuit_open 0',
    'delphin_game_calls_left 100',
    'delphin_collections_total{outcome="collected"} 1',
    'delphin_job_failures_total{job="rankings"} 1',
  ]) {
    expect(text.split('\n')).toContain(line)
  }
  expect(text).toMatch(/^delphin_process_resident_memory_bytes \d+$/m)
  expect(text).toMatch(/^delphin_nodejs_eventloop_lag_p99_seconds /m)
  expect(await metrics.text()).toContain('delphin_collections_total{outcome="collected"} 1')
})

it('counters begin with 0 before anything has happened, so that the first event is an increase', async () => {
  await runJobs(context, [{ name: 'rankings', everyMs: 1000, run: async () => {} }], AbortSignal.abort())
  const text = await metrics.text()
  for (const series of [
    'delphin_collections_total{outcome="given_back"}',
    'delphin_deliveries_total{outcome="refused"}',
    'delphin_http_requests_shed_total{work="made"}',
    'delphin_http_connections_dropped_total{reason="crowded"}',
    'delphin_game_calls_total{outcome="throttled"}',
    'delphin_job_failures_total{job="rankings"}',
  ]) {
    expect(text.split('\n')).toContain(`${series} 0`)
  }
})

it('metrics are there when the store is not', async () => {
  const broken = openTestContext({ store: { ...store, db: store.db.withSchema('nowhere') } })
  const text = await createMetrics(broken, null).text()
  expect(text).toMatch(/^delphin_store_up 0$/m)
  expect(text).toMatch(/^delphin_queue_due Nan$/m)
  expect(text).toMatch(/^delphin_http_requests_in_flight 0$/m)
})
