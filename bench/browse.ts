// What a page of browse costs as the number of players grows: `node bench/browse.ts [players ...]`. PostgreSQL only.
import { tmpdir } from 'node:os'
import { sql } from 'kysely'
import { type BrowseQuery, browse } from '../src/server/browse/browse.ts'
import type { Context } from '../src/server/context.ts'
import type { Database } from '../src/server/database/connection.ts'
import { openStore } from '../src/server/database/open-store.ts'
import { startPostgres } from '../test/postgres-server.ts'
import { fillSummaries } from './fill-summaries.ts'
import { writeResult } from './write-result.ts'

const SIZES = [10_000, 200_000, 1_000_000]
const ROUNDS = 40
const WARM_UP = 5

type Case = { name: string; query: Partial<BrowseQuery> }

const SORTS = ['popularity', 'trophies', 'performance_score', 'activity_score', 'name', 'created_date'] as const

const CASES: Case[] = [
  ...SORTS.map((sort) => ({ name: `all by ${sort}`, query: { sort } })),
  ...SORTS.map((sort) => ({ name: `na by ${sort}`, query: { sort, region: 'na' as const } })),
  { name: 'low by performance', query: { activity: 'low', sort: 'performance_score' } },
  {
    name: 'high independent asia by name',
    query: { activity: 'high', membership: 'independent', region: 'asia', sort: 'name' },
  },
  { name: 'members', query: { membership: 'member' } },
  { name: '25k-50k by performance', query: { trophyMin: 25_000, trophyMax: 50_000, sort: 'performance_score' } },
  { name: '0-5k by performance', query: { trophyMin: 0, trophyMax: 5_000, sort: 'performance_score' } },
  { name: '31,234-33,333 by popularity', query: { trophyMin: 31_234, trophyMax: 33_333 } },
  { name: 'one number of trophies', query: { trophyMin: 31_234, trophyMax: 31_234 } },
  { name: 'page 20', query: { page: 20 } },
  { name: 'page 20 of eu', query: { page: 20, region: 'eu' } },
  { name: 'page 400', query: { page: 400 } },
  { name: 'page 400 of eu', query: { page: 400, region: 'eu' } },
  { name: 'search a name', query: { search: 'player 4711' } },
  { name: 'search three letters', query: { search: 'zed' } },
  { name: 'search two letters', query: { search: 'ze' } },
  { name: 'search a rare sign', query: { search: '丶' } },
  { name: 'search a common sign', query: { search: '★' } },
  { name: 'search a tag', query: { search: '#2pp90' } },
]

const server = await startPostgres()
if ('missing' in server) throw new Error(server.missing)
const sizes = process.argv.slice(2).map(Number)
const onError = (error: Error) => {
  throw error
}
const store = await openStore({ databaseUrl: server.url, dataDirectory: tmpdir(), connections: 4, onError })
const table: Record<string, Record<string, string>> = {}
for (const size of sizes.length > 0 ? sizes : SIZES) {
  await fillSummaries(store.db, size)
  for (const { name, query } of CASES) {
    const { median, p99 } = await measure(store.db, query)
    table[name] = { ...table[name], [`${size} p50`]: median.toFixed(1), [`${size} p99`]: p99.toFixed(1) }
  }
}
const yardstick = await times(() => sql`select 1`.execute(store.db))
console.log(`milliseconds; "select 1" takes ${yardstick.median.toFixed(1)}`)
console.table(table)
writeResult('browse', table)
await store.close()
await server.stop()

function measure(db: Database, given: Partial<BrowseQuery>) {
  const query: BrowseQuery = { type: 'player', sort: 'popularity', limit: 24, page: 1, region: 'global', ...given }
  return times(() => browse({ db } as Context, query))
}

async function times(work: () => Promise<unknown>) {
  const taken: number[] = []
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    const start = performance.now()
    await work()
    if (round >= 0) taken.push(performance.now() - start)
  }
  taken.sort((one, other) => one - other)
  const at = (share: number) => taken[Math.min(taken.length - 1, Math.floor(share * taken.length))] ?? 0
  return { median: at(0.5), p99: at(0.99) }
}
