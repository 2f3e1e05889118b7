import { Counter, type Registry } from 'prom-client'
import type { Context } from '../../context.ts'
import { type Counted, countsOf } from '../../counts.ts'

const COUNTERS: Record<string, { help: string; label: string; counted: Counted }> = {
  delphin_collections_total: { help: 'Targets collected, by how it ended', label: 'outcome', counted: 'collections' },
  delphin_job_failures_total: { help: 'Runs of jobs that failed', label: 'job', counted: 'job_failures' },
  delphin_http_requests_shed_total: {
    help: 'Requests refused because there were too many',
    label: 'work',
    counted: 'requests_shed',
  },
  delphin_http_connections_dropped_total: {
    help: 'Connections ended because of what the client did',
    label: 'reason',
    counted: 'connections_dropped',
  },
}

/** What is counted elsewhere, taken over when somebody asks for it: counting costs no more than an addition. */
export function counters(registry: Registry, context: Context): void {
  for (const [name, { help, label, counted }] of Object.entries(COUNTERS)) {
    addCounter(registry, { name, help, label }, () => countsOf(context).of(counted))
  }
  const calls = { name: 'delphin_game_calls_total', help: 'Calls of the game, by how they ended', label: 'outcome' }
  addCounter(registry, calls, () => Object.entries(context.gameApi.status().outcomes))
}

type Named = { name: string; help: string; label: string }

function addCounter(registry: Registry, { name, help, label }: Named, read: () => Iterable<[string, number]>): void {
  const collect = () => {
    counter.reset()
    for (const [sort, count] of read()) counter.inc({ [label]: sort }, count)
  }
  const counter: Counter = new Counter({ name, help, labelNames: [label], registers: [registry], collect })
}
