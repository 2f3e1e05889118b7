// Whether anybody notices that the product is restarted: `node bench/restarts.ts [restarts] [requests a second]`. Two
// processes on one PostgreSQL behind nginx (or, where there is none, a small proxy), restarted in turn under load.
import { openLoad, quantile, type Went } from './mixed-load.ts'
import { withMixedSite } from './mixed-site.ts'
import { createMixedTraffic } from './mixed-traffic.ts'
import { startFrontDoor } from './restarts/front-door.ts'
import { startPair } from './restarts/pair.ts'
import { writeResult } from './write-result.ts'

const [restarts = 20, perSecond = 40] = process.argv.slice(2).map(Number)
const CHUNK_SECONDS = 2
const SHOWN = 20

await withMixedSite({}, async ({ settings }) => {
  const pair = await startPair(settings)
  const door = await startFrontDoor(pair.urls)
  try {
    const next = await createMixedTraffic(door.url)
    const state = { going: true }
    const load = visit(door.url, next, state)
    const drains: number[] = []
    const codes: (number | null)[] = []
    for (let restart = 0; restart < restarts; restart++) {
      const { code, seconds } = await pair.restart(restart % 2)
      drains.push(seconds)
      codes.push(code)
    }
    state.going = false
    report(door.name, await load, drains, codes)
  } finally {
    await door.close()
    await pair.stop()
  }
})

async function visit(url: string, next: Parameters<typeof openLoad>[1], state: { going: boolean }): Promise<Went[]> {
  const went: Went[] = []
  while (state.going) {
    const from = went.length
    went.push(...(await openLoad(url, (turn) => next(from + turn), perSecond, CHUNK_SECONDS)))
  }
  return went
}

function report(door: string, went: Went[], drains: number[], codes: (number | null)[]) {
  const failures = went.filter(({ status }) => status === 0 || status >= 400)
  const p99 = Math.round(
    quantile(
      went.map(({ ms }) => ms),
      0.99,
    ),
  )
  const result = {
    door,
    restarts,
    requests: went.length,
    failed: failures.length,
    failures: failures.map(({ sort, status, ms }) => `${sort} ${status} after ${Math.round(ms)} ms`).slice(0, SHOWN),
    longestStopSeconds: Number(Math.max(...drains).toFixed(1)),
    exitCodes: [...new Set(codes)],
    p99,
    met: failures.length === 0 && Math.max(...drains) <= 10 && codes.every((code) => code === 0),
  }
  console.log(result)
  writeResult('restarts', result)
}
