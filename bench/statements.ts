// The time of the statements behind analytics, compared with the plainest SQL for the same rows: `node
// bench/statements.ts`. PostgreSQL only. Both run alternately on one connection. The goal is a ratio of 1.5.
import { tmpdir } from 'node:os'
import pg from 'pg'
import type { Context } from '#server/context.ts'
import { openStore } from '#server/database/open-store.ts'
import { storedMonthsQuery } from '#server/history/series.ts'
import { systemClock as clock } from '#server/kernel/clock.ts'
import { addDays, dayOf, monthOf } from '#shared/days.ts'
import { startPostgres } from '#test/postgres-server.ts'
import { writeResult } from './results.ts'
import { CLUBS, fillWorld, MEMBERS, worldTag } from './world.ts'

const ROUNDS = 400
const DAYS = 30
const GOAL = 1.5

const server = await startPostgres()
if ('missing' in server) throw new Error(server.missing)
const onError = (error: Error) => console.error(error.message)
const store = await openStore({ databaseUrl: server.url, dataDirectory: tmpdir(), connections: 1, onError })
await fillWorld({ db: store.db, clock } as Context)
const client = new pg.Client({ connectionString: server.url })
await client.connect()
await client.query('vacuum analyze')
const month = monthOf(addDays(dayOf(clock.now()), 1 - 2 * DAYS))
const members = Array.from({ length: MEMBERS }, (_, member) => worldTag(CLUBS + member))
const player = worldTag(CLUBS)

const rows = [
  await compare('series of a player', '= $1', player),
  await compare('series of 30 members', '= any($1::text[])', members),
]
console.table(rows)
writeResult('statements', rows)
await client.end()
await store.close()
await server.stop()

/** Medians in milliseconds. Both include the round trip to the store and the work of the driver. */
async function compare(name: string, wanted: Parameters<typeof storedMonthsQuery>[1], tags: unknown) {
  const text = storedMonthsQuery('player', wanted)
  const ours = { name: `ours ${wanted}`, text, values: [tags, month] }
  const months = 'select player_tag, month, trophies, changes, scans from player_months'
  const plain = `${months} where player_tag ${wanted} and month >= $2`
  const simple = { name: `simple ${wanted}`, text: plain, values: [tags, month] }
  const taken = { ours: [] as number[], byHand: [] as number[] }
  for (let round = 0; round < ROUNDS; round++) {
    taken.ours.push(await timed(() => client.query(ours)))
    taken.byHand.push(await timed(() => client.query(simple)))
  }
  const median = (times: number[]) => times.toSorted((one, other) => one - other)[times.length >> 1] ?? Number.NaN
  const ratio = median(taken.ours) / median(taken.byHand)
  return { name, ours: median(taken.ours), byHand: median(taken.byHand), ratio, goal: GOAL, met: ratio <= GOAL }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}
