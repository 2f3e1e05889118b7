// How much slower a Citus cluster answers than one PostgreSQL on the same machine: `node bench/cluster.ts [shards]
// [rounds]`. The cluster is that of the tests (test/citus/cluster.ts). Both stores do the same work by turns, in one
// process; figures are medians in milliseconds. The goal for analytics is a ratio of 3.
import { tmpdir } from 'node:os'
import type { FastifyInstance } from 'fastify'
import type { Context } from '#server/context.ts'
import { openStore, type Store } from '#server/database/open-store.ts'
import { ingest } from '#server/history/ingest/ingest.ts'
import { ensurePartitions } from '#server/history/retention.ts'
import { type Clock, systemClock } from '#server/kernel/clock.ts'
import { DAY_MS } from '#shared/days.ts'
import { type CitusCluster, openCluster } from '#test/citus/cluster.ts'
import { dropDatabase, makeEmptyDatabase } from '#test/citus/databases.ts'
import { startPostgres } from '#test/postgres-server.ts'
import { distribute } from '../scripts/distribute/distribute.ts'
import { median, writeResult } from './results.ts'
import { CLUBS, MEMBERS, openBench, scanOf, worldTag } from './world.ts'

type Case = { name: string; goal: number; rounds?: number; run(side: Side, turn: number): Promise<unknown> }
type Side = { app: FastifyInstance; context: Context; store: Store }

const shards = Number(process.argv[2] ?? 8)
const rounds = Number(process.argv[3] ?? 120)
const club = (turn: number) => worldTag(turn % CLUBS).slice(1)
const player = (turn: number) => worldTag(CLUBS + (turn % (CLUBS * MEMBERS))).slice(1)
const WEEK_MS = 7 * DAY_MS

function page(name: string, goal: number, path: (turn: number) => string): Case {
  return {
    name,
    goal,
    async run({ app }, turn) {
      const { statusCode, body } = await app.inject(path(turn))
      if (statusCode !== 200) throw new Error(`${path(turn)} answers ${statusCode}: ${body}`)
    },
  }
}

/** Weeks that the world has no answers of. */
const LATER_MS = Date.now() + 10 * WEEK_MS

const CASES: Case[] = [
  page('analytics of a club', 3, (turn) => `/api/browse/club/${club(turn)}/analytics`),
  page('member scores', 3, (turn) => `/api/analytics/club/${club(turn)}/member-scores?days=30`),
  page('heatmap', 3, (turn) => `/api/analytics/club/${club(turn)}/activity-heatmap?days=30`),
  page('analytics of a player', 3, (turn) => `/api/browse/player/${player(turn)}/analytics`),
  page('progression of a player', 3, (turn) => `/api/analytics/player/${player(turn)}/trophy-progression?days=30`),
  page('player', 3, (turn) => `/api/browse/player/${player(turn)}`),
  page('browse', 1.5, (turn) => `/api/browse/entities?type=player&page=${1 + (turn % 60)}`),
  { name: 'ingestion of a club', goal: 3, run: ({ store }, turn) => ingest(store.db, [scanOf(turn)]) },
  {
    name: 'partitions of a week',
    goal: Number.POSITIVE_INFINITY,
    rounds: 5,
    run: ({ store }, turn) => ensurePartitions(store.db, [new Date(LATER_MS + turn * WEEK_MS)]),
  },
]

const cluster = await openCluster()
if ('missing' in cluster) console.log(`${cluster.missing}: nothing to compare PostgreSQL with`)
else await compare(cluster)

async function compare({ url: coordinator, stop }: CitusCluster): Promise<void> {
  const server = await startPostgres({ fast: true })
  if ('missing' in server) throw new Error(server.missing)
  const url = await makeEmptyDatabase(coordinator)
  await distribute({ url, shards, say: () => {} })
  const sides = { postgresql: await openSide(server.url), citus: await openSide(url) }
  const rows = []
  for (const each of CASES) rows.push(await measure(each, sides))
  console.log(`milliseconds, medians of ${rounds}; ${shards} shards`)
  console.table(rows)
  writeResult('cluster', rows)
  for (const { app, store } of Object.values(sides)) {
    await app.close()
    await store.close()
  }
  await dropDatabase(coordinator, url)
  await stop()
  await server.stop()
}

async function openSide(databaseUrl: string): Promise<Side> {
  const onError = (error: Error) => console.error(error.message)
  const store = await openStore({ databaseUrl, dataDirectory: tmpdir(), connections: 8, onError })
  let elapsed = 0
  // No answer in the cache is ever fresh.
  const clock: Clock = { ...systemClock, monotonic: () => (elapsed += DAY_MS) }
  return { ...(await openBench(store.db, clock, { DATA_DIR: tmpdir() })), store }
}

async function measure({ name, goal, rounds: turns = rounds, run }: Case, sides: { postgresql: Side; citus: Side }) {
  const taken = { postgresql: [] as number[], citus: [] as number[] }
  for (let turn = 0; turn < turns; turn++) {
    for (const side of ['postgresql', 'citus'] as const) {
      const began = performance.now()
      await run(sides[side], turn)
      taken[side].push(performance.now() - began)
    }
  }
  const [postgresql, citus] = [median(taken.postgresql), median(taken.citus)]
  const ratio = citus / postgresql
  const rounded = (figure: number) => Number(figure.toFixed(2))
  return {
    name,
    postgresql: rounded(postgresql),
    citus: rounded(citus),
    ratio: rounded(ratio),
    goal,
    met: ratio <= goal,
  }
}
