// The cost of metrics for each request: `node bench/mixed-metrics.ts [seconds] [rounds]`. CPU of a process with metrics
// compared with one without, on the same store. Both get the same requests, one after the other.
import { readFileSync } from 'node:fs'
import { startProduct } from '#test/e2e/start-product.ts'
import { measureLoad, type ServerProcess } from './load.ts'
import { quantile, withMixedSite } from './mixed-load.ts'
import { writeResult } from './results.ts'

const [seconds = 3, rounds = 5] = process.argv.slice(2).map(Number)
const GOAL_MICROSECONDS = 10
const TICKS_PER_SECOND = 100

await withMixedSite({ DEMO_CLUBS: '4', DEMO_HISTORY_DAYS: '1' }, async ({ settings }) => {
  const without = await serve(settings)
  const watched = await serve({ ...settings, METRICS_PORT: '0' })
  const differences: number[] = []
  for (let round = 0; round < rounds; round++) {
    // The two alternate, and so does which of a pair comes first.
    const pair = round % 2 === 0 ? [without, watched] : [watched, without]
    const spent = new Map<ServerProcess, number>()
    for (const server of pair) spent.set(server, await measure(server))
    differences.push((spent.get(watched) ?? Number.NaN) - (spent.get(without) ?? Number.NaN))
  }
  const counted = await countedBy(watched)
  await Promise.all([without.stop(), watched.stop()])
  const microseconds = {
    least: quantile(differences, 0),
    median: quantile(differences, 0.5),
    most: quantile(differences, 1),
  }
  if (counted === 0) throw new Error('Nothing was counted: this would have measured two processes alike')
  const met = microseconds.median <= GOAL_MICROSECONDS
  const result = { microseconds, rounds, counted, goal: GOAL_MICROSECONDS, met }
  console.log('CPU microseconds that the metrics add to a request, over the pairs of measurements')
  console.log(result)
  writeResult('metrics', result)
})

async function measure(server: ServerProcess): Promise<number> {
  return (await measureLoad(server, { path: () => '/api/browse/stats' }, seconds)).microseconds
}

type Watched = ServerProcess & { metrics: string | undefined }

/** The number of requests by the metrics. */
async function countedBy({ metrics = '' }: Watched): Promise<number> {
  const text = await (await fetch(metrics)).text()
  return Number(/duration_seconds_count\{[^}]*route="\/api\/browse\/stats"[^}]*\} (\d+)/.exec(text)?.[1] ?? 0)
}

async function serve(settings: Record<string, string>): Promise<Watched> {
  const product = await startProduct(settings, 'serve')
  const cpuSeconds = () => {
    const stat = readFileSync(`/proc/${product.pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
  }
  const metrics = /Metrics are at (\S+)/.exec(product.output())?.[1]
  return { url: product.url, metrics, cpuSeconds, stop: () => product.end().then(() => {}) }
}
