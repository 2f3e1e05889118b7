// What an answer costs: CPU of the server for each request, against a Fastify that does nothing in the same run. On
// PostgreSQL, where the store's own CPU is not ours, and on the embedded store, where it is.
// `node bench/http.ts [seconds of each measurement] [rounds] [postgresql | embedded]`
import { startPostgres } from '../test/postgres-server.ts'
import { CASES, type Case, headers, REVALIDATED, YARDSTICKS } from './http-cases.ts'
import { type Measured, measureLoad } from './load.ts'
import { type ServerProcess, startServer } from './server-process.ts'
import { writeResult } from './write-result.ts'

type Servers = Partial<Record<Case['server'], ServerProcess>>

const [seconds = 1, rounds = 3] = process.argv.slice(2, 4).map(Number)
const chosen = process.argv[4]
const rows = []
if (chosen !== 'embedded') {
  const postgres = await startPostgres()
  if ('missing' in postgres) console.log(`${postgres.missing}: measuring the embedded store alone`)
  else {
    rows.push(...(await measureStore('postgresql', postgres.url)))
    await postgres.stop()
  }
}
if (chosen !== 'postgresql') rows.push(...(await measureStore('embedded')))
console.log(`CPU microseconds of the server for each request, best of ${rounds} rounds of ${seconds} s; ratio to hello`)
console.table(rows)
writeResult('http', rows)

async function measureStore(store: string, url?: string) {
  const database = url === undefined ? [] : [url]
  const servers: Servers = {
    hello: await startServer('bench/hello-server.ts'),
    ready: await startServer('bench/http-server.ts', ['ready', ...database]),
    making: await startServer('bench/http-server.ts', ['making', ...database]),
    ...(url !== undefined && { statement: await startServer('bench/statement-server.ts', database) }),
  }
  const cases = [...YARDSTICKS, ...CASES, ...(await revalidation(servers))].filter(({ server }) => servers[server])
  const best = await measureAll(cases, servers)
  for (const server of Object.values(servers)) await server.stop()
  const hello = best.get('hello')?.microseconds ?? Number.NaN
  return cases.map(({ id, name, goal }) => {
    const { microseconds = Number.NaN, p99 = Number.NaN } = best.get(name) ?? {}
    const ratio = microseconds / hello
    const figures = { microseconds: Math.round(microseconds), ratio: ratio.toFixed(2), goal, met: ratio <= goal }
    return { store, id, name, ...figures, p99: p99.toFixed(1) }
  })
}

/** The least that each case took: whatever else the machine does only adds to it. */
async function measureAll(cases: Case[], servers: Servers): Promise<Map<string, Measured>> {
  const best = new Map<string, Measured>()
  for (let round = 0; round < rounds; round++) {
    for (const { name, server, load } of cases) {
      const measured = await measureLoad(servers[server] as ServerProcess, load, seconds)
      if (measured.microseconds < (best.get(name)?.microseconds ?? Number.POSITIVE_INFINITY)) best.set(name, measured)
    }
  }
  return best
}

/** A club again, by somebody who has it. */
async function revalidation({ ready }: Servers): Promise<Case[]> {
  const answer = await fetch(`${ready?.url}${REVALIDATED}`, { headers })
  await answer.arrayBuffer()
  const known = { ...headers, 'if-none-match': answer.headers.get('etag') ?? '' }
  const load = { path: () => REVALIDATED, headers: known, status: 304 }
  return [{ id: 'P2', name: 'ready: unchanged (304)', goal: 1.5, server: 'ready', load }]
}
