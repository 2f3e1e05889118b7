// The effect of 500 clients that send requests slowly or never read answers: the time until they are dropped, and the
// 99th percentile of cached answers to other clients meanwhile, compared with the time before: `node
// bench/slow-clients.ts`.
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { type Load, measureLoad, startServer } from './load.ts'
import { writeResult } from './results.ts'

const CLIENTS = 500
const SECONDS = 5
const GOAL = { seconds: 5, times: 2 }
const load: Load = { path: () => '/api/browse/stats' }
const HEAD = 'host: x\r\ncontent-type: application/json\r\n'
const ASK = `GET /api/openapi.json HTTP/1.1\r\n${HEAD}\r\n`
const WAYS = {
  headers: 'GET / HTTP/1.1\r\nhost: x\r\nx-a: b',
  bodies: `POST /api/auth/login HTTP/1.1\r\n${HEAD}content-length: 1000\r\n\r\n{"`,
  reads: `${ASK.repeat(6)}GET / HTTP/1.1\r\n`,
  'reads, many at once': `${ASK.repeat(100)}GET / HTTP/1.1\r\n`,
}

const server = await startServer('bench/http-server.ts', ['ready'])
const rows = []
for (const [way, text] of Object.entries(WAYS)) {
  const alone = await measureLoad(server, load, SECONDS)
  const workerData = { url: server.url, clients: CLIENTS, text, deaf: way.startsWith('reads') }
  const clients = new Worker(new URL('./slow-clients/hold-connections.ts', import.meta.url), { workerData })
  const ended = once(clients, 'message')
  const beside = await measureLoad(server, load, SECONDS)
  const seconds = Number((await ended)[0]) / 1000
  rows.push({
    way,
    droppedAfter: seconds.toFixed(1),
    p99Alone: alone.p99.toFixed(1),
    p99Beside: beside.p99.toFixed(1),
    met: seconds <= GOAL.seconds && beside.p99 <= GOAL.times * alone.p99,
  })
}
console.log(`${CLIENTS} slow clients: seconds until the last is dropped (goal ${GOAL.seconds}), and`)
console.log(`milliseconds of the slowest hundredth of others (goal ${GOAL.times} times as many as before)`)
console.table(rows)
writeResult('slow-clients', rows)
await server.stop()
