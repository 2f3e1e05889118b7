// The cost of collecting: `node bench/collect.ts [player-days]`. Prints tables. Times depend on the machine and its
// load.
// 1. Rows per second of ingestion compared with a batched insert of the same rows, on both stores.
// 2. Bytes on disk of a player-day after ninety days of daily upserts, dead rows included.
// 3. Players kept current per call to the game's API.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { startDemoProvider } from '#demo/start-demo-provider.ts'
import { collectDue } from '#server/collector/collect-due.ts'
import { track } from '#server/collector/targets.ts'
import { readConfig } from '#server/config.ts'
import { type Context, createProcessState } from '#server/context.ts'
import type { Database } from '#server/database/database.ts'
import { openStore } from '#server/database/open-store.ts'
import { createGameApi } from '#server/game/client.ts'
import { ensurePartitions } from '#server/history/retention.ts'
import { systemClock } from '#server/kernel/clock.ts'
import { DAY_MS } from '#shared/days.ts'
import { startPostgres } from '#test/postgres-server.ts'
import { compareIngestion } from './collect/compare-ingestion.ts'

const DAYS = 90
const SCANS_A_DAY = 4
const START = Date.UTC(2026, 2, 1)

/** Observations a player-day on average: a third of the players play, and two or three scans see them changed. */
const OBSERVATIONS_A_DAY = 0.9

const CLUBS = 100

const playerDays = Number(process.argv[2] ?? 2_000_000)

// Stopping the server ends connections that are still closing.
const onError = (error: Error) => {
  console.log(error.message)
}

console.log('Club scans through ingestion, and a bare batched insert of the same rows')
await withEmbedded(async (db) => console.table(await compareIngestion(db, 'embedded')))
await withPostgres(async (db) => console.table(await compareIngestion(db, 'postgres')))
console.log(`Bytes on disk, all indexes included, at ${playerDays} player-days`)
await withPostgres(async (db) => console.table(await bytesPerPlayerDay(db, playerDays)))
console.log("Players kept current per call of the game's API, in the demo's world")
await withEmbedded(async (db) => console.table(await playersPerCall(db)))

async function withEmbedded(use: (db: Database) => Promise<void>): Promise<void> {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'delphin-bench-'))
  const store = await openStore({ databaseUrl: null, dataDirectory, connections: 4, onError })
  await use(store.db)
  await store.close()
  rmSync(dataDirectory, { recursive: true })
}

async function withPostgres(use: (db: Database) => Promise<void>): Promise<void> {
  const server = await startPostgres()
  if ('missing' in server) return console.log(server.missing)
  const store = await openStore({ databaseUrl: server.url, dataDirectory: tmpdir(), connections: 4, onError })
  await use(store.db)
  await store.close()
  await server.stop()
}

type Row = { what: string; 'bytes a player-day': number; MiB: number }

/**
 * Sizes on disk after ninety days of players. Each scan writes the day with the upsert that collecting uses. A vacuum
 * follows every third day, as a server does by itself.
 */
async function bytesPerPlayerDay(db: Database, playerDays: number): Promise<Row[]> {
  const players = Math.ceil(playerDays / DAYS)
  for (let day = 0; day < DAYS; day += 1) {
    const at = new Date(START + day * DAY_MS)
    for (let scan = 0; scan < SCANS_A_DAY; scan += 1) await upsertDay(db, at, players)
    await ensurePartitions(db, [at])
    await observe(db, at, players)
    if (day % 3 === 2) await sql`vacuum player_months`.execute(db)
  }
  const months = await sizeOf(db, ['player_months'])
  const { rows } = await sql<{ name: string }>`
    select inhrelid::regclass::text as name from pg_inherits where inhparent = 'observations'::regclass`.execute(db)
  const raw = await sizeOf(
    db,
    rows.map(({ name }) => name),
  )
  const line = (what: string, bytes: number): Row => ({
    what,
    'bytes a player-day': Math.round((10 * bytes) / (players * DAYS)) / 10,
    MiB: Math.round(bytes / 2 ** 20),
  })
  return [
    line('daily series, kept for ever', months),
    line(`raw observations of 100 days, ${OBSERVATIONS_A_DAY} a player-day`, raw),
  ]
}

async function upsertDay(db: Database, at: Date, players: number): Promise<void> {
  const i = sql.lit(at.getUTCDate())
  const day = at.toISOString().slice(0, 10)
  await sql`
    insert into player_months as stored (player_tag, month, trophies, changes, scans)
    select '#' || translate(to_char(n, 'FM000000000'), '134567', 'PYLQGR'), date_trunc('month', ${day}::date),
      gap.i || (20000 + n % 60000), gap.s || 1::smallint, gap.s || 1::smallint
    from generate_series(1, ${players}::integer) n,
      (select array_fill(null::integer, array[${i} - 1]) i, array_fill(null::smallint, array[${i} - 1]) s) gap
    on conflict (player_tag, month) do update set
      trophies[${i}] = excluded.trophies[${i}],
      changes[${i}] = coalesce(stored.changes[${i}], 0) + excluded.changes[${i}],
      scans[${i}] = coalesce(stored.scans[${i}], 0) + excluded.scans[${i}]`.execute(db)
}

async function observe(db: Database, at: Date, players: number): Promise<void> {
  await sql`
    insert into observations (player_tag, observed_at, trophies, source)
    select '#' || translate(to_char(n, 'FM000000000'), '134567', 'PYLQGR'),
      ${at}::timestamptz + n * interval '1 millisecond' + part * interval '6 hours', 20000 + n % 60000, 'c'
    from generate_series(1, ${players}::integer) n, generate_series(0, 2) part
    where (n + ${at.getUTCDate()}::integer) % 10 < ${(10 * OBSERVATIONS_A_DAY) / 3}`.execute(db)
}

async function sizeOf(db: Database, tables: string[]): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select sum(pg_total_relation_size(name::regclass))::bigint as bytes from unnest(${tables}::text[]) name`.execute(db)
  return rows[0]?.bytes ?? 0
}

/** Collects all clubs of a world once: the number of players that are current then, and of the calls. */
async function playersPerCall(db: Database): Promise<Record<string, number>[]> {
  const provider = await startDemoProvider({ epoch: new Date(Date.now() - DAY_MS), clubs: CLUBS })
  const gameApi = createGameApi({
    baseUrl: provider.url,
    tokens: [provider.token],
    callsPerSecond: 1000,
    clock: systemClock,
  })
  const installation = { demo: true, exampleClubTag: null, examplePlayerTag: null, defaultPlayerTag: null }
  const context: Context = {
    config: readConfig({}),
    installation,
    db,
    gameApi,
    clock: systemClock,
    log: pino({ level: 'silent' }),
    summarise: async () => {},
    ...createProcessState(systemClock),
    demoHistory: null,
  }
  const { body } = await gameApi.getClubRanking('global')
  await track(
    context,
    body.map(({ tag }) => ({ kind: 'club', key: tag, class: 'ranked' })),
  )
  const before = gameApi.status().outcomes.ok ?? 0
  await collectDue(context)
  const calls = (gameApi.status().outcomes.ok ?? 0) - before
  const players = (await db.selectFrom('players').select('tag').where('club_tag', 'is not', null).execute()).length
  await gameApi.close()
  await provider.close()
  return [
    {
      clubs: body.length,
      calls,
      players,
      'players per call': Math.round((10 * players) / calls) / 10,
      'calls per player, one by one': 1,
    },
  ]
}
