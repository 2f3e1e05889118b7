// What an answer costs: CPU of the server for each request, against a Fastify that does nothing in the same run.
// `node bench/http.ts [seconds of each measurement] [rounds]`
import { startPostgres } from '../test/postgres-server.ts'
import { type Load, type Measured, measureLoad } from './load.ts'
import { type ServerProcess, startServer } from './server-process.ts'
import { CLUBS, MEMBERS, worldTag } from './world.ts'
import { writeResult } from './write-result.ts'

type Case = { name: string; goal: number; server: 'hello' | 'statement' | 'ready' | 'making'; load: Load }

const [seconds = 1, rounds = 3] = process.argv.slice(2).map(Number)
const gzip = { 'accept-encoding': 'gzip, deflate, br' }
const club = worldTag(0).slice(1)
const player = worldTag(CLUBS).slice(1)
const clubAt = (turn: number) => worldTag(turn % CLUBS).slice(1)
const playerAt = (turn: number) => worldTag(CLUBS + (turn % (CLUBS * MEMBERS))).slice(1)
const daysAt = (turn: number) => [7, 14, 30, 90][Math.floor(turn / (CLUBS * MEMBERS)) % 4]

const ready = (name: string, path: string, headers: Record<string, string> = gzip): Case => ({
  name: `ready: ${name}`,
  goal: 2,
  server: 'ready',
  load: { path: () => path, headers },
})
const made = (name: string, goal: number, path: Load['path']): Case => ({
  name: `made: ${name}`,
  goal,
  server: 'making',
  load: { path, headers: gzip },
})

const cases: Case[] = [
  { name: 'hello', goal: 1, server: 'hello', load: { path: () => '/' } },
  { name: 'one statement of 30 rows', goal: 1, server: 'statement', load: { path: () => '/' } },
  ready('browse', '/api/browse/entities?type=player'),
  ready('browse, uncompressed', '/api/browse/entities?type=player', {}),
  ready('club', `/api/browse/club/${club}`),
  ready('player', `/api/browse/player/${player}`),
  ready('dashboard', '/api/browse/dashboard'),
  ready('member scores', `/api/analytics/club/${club}/member-scores`),
  ready('heatmap', `/api/analytics/club/${club}/activity-heatmap`),
  made(
    'progression of a player',
    8,
    (turn) => `/api/analytics/player/${playerAt(turn)}/trophy-progression?days=${daysAt(turn)}`,
  ),
  made('member scores', 8, (turn) => `/api/analytics/club/${clubAt(turn)}/member-scores?days=${daysAt(turn)}`),
  made('browse', 12, (turn) => `/api/browse/entities?type=player&trophyMin=${turn}`),
]

const postgres = await startPostgres()
if ('missing' in postgres) console.log(`${postgres.missing}: measuring the embedded store, whose CPU counts as ours`)
const database = 'missing' in postgres ? [] : [postgres.url]
const servers = {
  hello: await startServer('bench/hello-server.ts'),
  statement: await startServer('bench/statement-server.ts', database),
  ready: await startServer('bench/http-server.ts', ['ready', ...database]),
  making: await startServer('bench/http-server.ts', ['making', ...database]),
}
const all = [...cases, await revalidation(servers.ready)]
const best = new Map<string, Measured>()
for (let round = 0; round < rounds; round++) {
  for (const { name, server, load } of all) {
    const measured = await measureLoad(servers[server], load, seconds)
    if (measured.microseconds < (best.get(name)?.microseconds ?? Number.POSITIVE_INFINITY)) best.set(name, measured)
  }
}
const hello = best.get('hello')?.microseconds ?? Number.NaN
const rows = all.map(({ name, goal }) => {
  const { microseconds = Number.NaN, p99 = Number.NaN } = best.get(name) ?? {}
  const ratio = microseconds / hello
  return {
    name,
    microseconds: Math.round(microseconds),
    ratio: ratio.toFixed(2),
    goal,
    met: ratio <= goal,
    p99: p99.toFixed(1),
  }
})
console.log(`CPU microseconds of the server for each request, best of ${rounds} rounds of ${seconds} s; ratio to hello`)
console.table(rows)
writeResult('http', rows)
for (const server of Object.values(servers)) await server.stop()
if (!('missing' in postgres)) await postgres.stop()

/** The club again, by somebody who has it. */
async function revalidation(server: ServerProcess): Promise<Case> {
  const path = `/api/browse/club/${club}`
  const answer = await fetch(server.url + path, { headers: gzip })
  await answer.arrayBuffer()
  const headers = { ...gzip, 'if-none-match': answer.headers.get('etag') ?? '' }
  return {
    name: 'ready: unchanged (304)',
    goal: 1.5,
    server: 'ready',
    load: { path: () => path, headers, status: 304 },
  }
}
