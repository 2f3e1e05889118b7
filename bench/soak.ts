// Whether memory grows over time: `node bench/soak.ts [minutes] [requests a second at most]`. Mixed traffic at 30 % of
// the rate of a closed loop. Measures resident memory every 10 s, and its slope after the warm-up.
import { readdirSync, readFileSync } from 'node:fs'
import { closedLoad, createMixedTraffic, openLoad, quantile, withMixedSite } from './mixed-load.ts'
import { writeResult } from './results.ts'

const [minutes = 60, perSecondMax = Number.POSITIVE_INFINITY] = process.argv.slice(2).map(Number)
const SHARE_OF_PEAK = 0.3
const CLIENTS = 16
const PEAK_SECONDS = 10
const SAMPLE_SECONDS = 10
const WARM_UP_MINUTES = Math.min(10, minutes / 2)
const GOAL_MB_PER_MINUTE = 0.5

type Sample = { minute: number; megabytes: number; files: number }

await withMixedSite({}, async ({ product: { url, pid } }) => {
  const next = await createMixedTraffic(url)
  const peak = (await closedLoad(url, next, CLIENTS, PEAK_SECONDS)).length / PEAK_SECONDS
  const perSecond = Math.min(perSecondMax, SHARE_OF_PEAK * peak)
  console.log(`${perSecond.toFixed(0)} requests a second for ${minutes} minutes (peak ${peak.toFixed(0)})`)
  const samples: Sample[] = []
  const took: { first: number[]; last: number[] } = { first: [], last: [] }
  const failures: Record<string, number> = {}
  let turn = 0
  const began = performance.now()
  while (performance.now() - began < minutes * 60_000) {
    const from = turn
    const went = await openLoad(url, (step) => next(from + step), perSecond, SAMPLE_SECONDS)
    turn += went.length
    const times = went.map(({ ms }) => ms)
    if (samples.length < 6) took.first.push(...times)
    took.last = [...took.last, ...times].slice(-6 * times.length)
    for (const { sort, status } of went) {
      if (status === 0 || status >= 400) failures[`${sort} ${status}`] = (failures[`${sort} ${status}`] ?? 0) + 1
    }
    samples.push({ minute: (performance.now() - began) / 60_000, ...memoryOf(pid) })
  }
  const measured = samples.filter(({ minute }) => minute > WARM_UP_MINUTES)
  const slope = slopeOf(measured)
  const met = slope < GOAL_MB_PER_MINUTE
  const p99 = { first: quantile(took.first, 0.99), last: quantile(took.last, 0.99) }
  console.log(
    `${turn} requests, failed ${JSON.stringify(failures)}; p99 ${p99.first.toFixed(0)} ms at first, ${p99.last.toFixed(0)} at last`,
  )
  console.log(
    `${slope.toFixed(3)} MB a minute after ${WARM_UP_MINUTES} (goal ${GOAL_MB_PER_MINUTE}): ${met ? 'met' : 'missed'}`,
  )
  writeResult('soak', { minutes, perSecond, requests: turn, failures, p99, slope, met, samples })
})

function memoryOf(pid: number): Omit<Sample, 'minute'> {
  const kilobytes = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  return { megabytes: kilobytes / 1024, files: readdirSync(`/proc/${pid}/fd`).length }
}

/** The slope in megabytes a minute, by least squares. */
function slopeOf(samples: Sample[]): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const minute = mean(samples.map((sample) => sample.minute))
  const megabytes = mean(samples.map((sample) => sample.megabytes))
  const rise = samples.reduce((sum, one) => sum + (one.minute - minute) * (one.megabytes - megabytes), 0)
  return rise / samples.reduce((sum, one) => sum + (one.minute - minute) ** 2, 0)
}
