import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { createMetrics } from '#server/status/metrics.ts'
import { openTestContext } from '../open-context.ts'
import { openTestStore } from '../open-store.ts'
import { queriedMetrics } from './deploy.ts'

it('the dashboard asks for metrics that are served', async () => {
  const store = await openTestStore('embedded')
  const context = openTestContext({ store })
  const text = await createMetrics(context).text()
  await context.gameApi.close()
  await store.close()
  const served = new Set([...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name))
  const queried = queriedMetrics(JSON.parse(readFileSync('deploy/grafana/delphin.json', 'utf8')))
  expect(queried).toContain('delphin_http_request_duration_seconds')
  expect(queried.filter((name) => !served.has(name))).toEqual([])
}, 60_000)

it('a metric that nobody serves would be found', () => {
  const panels = [
    { targets: [{ expr: 'rate(delphin_made_up_total{a="b"}[5m])' }, { expr: 'sum(delphin_x_bucket)' }] },
    {},
  ]
  expect(queriedMetrics({ panels })).toEqual(['delphin_made_up_total', 'delphin_x'])
})
