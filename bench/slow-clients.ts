// What 500 clients that send their requests slowly, or never take the answers, do to others: how long until they are
// dropped, and the slowest hundredth of ready answers beside them against the same without them.
import { connect } from 'node:net'
import { type Load, measureLoad } from './load.ts'
import { startServer } from './server-process.ts'
import { writeResult } from './write-result.ts'

const CLIENTS = 500
const SECONDS = 5
const load: Load = { path: () => '/api/browse/stats' }
const HEAD = 'host: x\r\ncontent-type: application/json\r\n'
const WAYS = {
  headers: 'GET / HTTP/1.1\r\nhost: x\r\nx-a: b',
  bodies: `POST /api/auth/login HTTP/1.1\r\n${HEAD}content-length: 1000\r\n\r\n{"`,
  reads: `GET /api/openapi.json HTTP/1.1\r\n${HEAD}\r\n`.repeat(100),
}

const server = await startServer('bench/http-server.ts', ['ready'])
const alone = await measureLoad(server, load, SECONDS)
const rows = []
for (const [way, text] of Object.entries(WAYS)) {
  const clients = Array.from({ length: CLIENTS }, () => dropped(text, way === 'reads'))
  const beside = await measureLoad(server, load, SECONDS)
  const seconds = Math.max(...(await Promise.all(clients))) / 1000
  rows.push({ way, droppedAfter: seconds.toFixed(1), p99Alone: alone.p99.toFixed(1), p99Beside: beside.p99.toFixed(1) })
}
console.log(
  `${CLIENTS} slow clients: seconds until the last is dropped (goal 5); milliseconds of others (goal twice as many)`,
)
console.table(rows)
writeResult('slow-clients', rows)
await server.stop()

/** Milliseconds until the server ends the connection. */
async function dropped(text: string, deaf: boolean): Promise<number> {
  const { port, hostname } = new URL(server.url)
  const socket = connect(Number(port), hostname)
  const start = performance.now()
  socket.on('error', () => {})
  if (deaf) socket.pause()
  else socket.resume()
  socket.write(text)
  // A client that reads nothing sees no end; it sees that its writing fails.
  const probe = deaf ? setInterval(() => socket.write('GET / HTTP/1.1\r\n'), 250) : undefined
  await new Promise((resolve) => socket.once('close', resolve))
  clearInterval(probe)
  return performance.now() - start
}
