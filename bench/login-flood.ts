// Whether password guessing slows down readers: `node bench/login-flood.ts`. 200 reads a second of a cached answer,
// first alone and then while 32 clients guess passwords. The goal: the 99th percentile at most doubles.
import { setTimeout as wait } from 'node:timers/promises'
import { Pool } from 'undici'
import { startServer } from './load.ts'
import { writeResult } from './results.ts'
import { CLUBS, worldTag } from './world.ts'

const GUESSERS = 32
const PAUSE_MS = 50
const READ_EVERY_MS = 5
const SECONDS = 5
const ROUNDS = 5
const GOAL = 2

const server = await startServer('bench/http-server.ts', ['ready'])
const readers = new Pool(server.url, { connections: 8 })
const guessers = new Pool(server.url, { connections: GUESSERS })
const path = `/api/browse/player/${worldTag(CLUBS).slice(1)}`
const refused = new Map<number, number>()
let turn = 0
await readFor(1)
const rounds = []
for (let round = 0; round < ROUNDS; round++) {
  const alone = await readFor(SECONDS)
  const [flooded] = await Promise.all([readFor(SECONDS), ...Array.from({ length: GUESSERS }, guess)])
  rounds.push({ alone_ms: alone, flooded_ms: flooded, ratio: flooded / alone })
}
await Promise.all([readers.close(), guessers.close()])
await server.stop()
const ratio = rounds.map((round) => round.ratio).toSorted((one, other) => one - other)[ROUNDS >> 1] ?? Number.NaN
console.table(rounds)
console.log(`p99 of cached reads, median ratio ${ratio.toFixed(2)} (goal ${GOAL}); guesses by status:`, refused)
writeResult('login-flood', { rounds, ratio, goal: GOAL, met: ratio <= GOAL, guesses: Object.fromEntries(refused) })

/** The 99th percentile of reads that begin at fixed times, even if earlier ones are not answered yet. */
async function readFor(seconds: number): Promise<number> {
  const taken: number[] = []
  const under: Promise<void>[] = []
  const start = performance.now()
  for (let read = 0; read < (seconds * 1000) / READ_EVERY_MS; read++) {
    const due = start + read * READ_EVERY_MS
    await wait(Math.max(0, due - performance.now()))
    under.push(timeRead().then((ms) => void taken.push(ms)))
  }
  await Promise.all(under)
  taken.sort((one, other) => one - other)
  return taken[Math.floor(0.99 * taken.length)] ?? Number.NaN
}

async function timeRead(): Promise<number> {
  const began = performance.now()
  const { body } = await readers.request({ method: 'GET', path })
  await body.dump()
  return performance.now() - began
}

async function guess(): Promise<void> {
  const end = performance.now() + SECONDS * 1000
  while (performance.now() < end) {
    const body = JSON.stringify({ identifier: `nobody${turn++}`, password: 'a wrong password' })
    const headers = { 'content-type': 'application/json' }
    const answer = await guessers.request({ method: 'POST', path: '/api/auth/login', headers, body })
    await answer.body.dump()
    refused.set(answer.statusCode, (refused.get(answer.statusCode) ?? 0) + 1)
    await wait(PAUSE_MS)
  }
}
