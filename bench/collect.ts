// The cost of collecting: `node bench/collect.ts [player-days]`. Prints tables. Times depend on the machine and its
// load.
// 1. Rows per second of ingestion compared with a batched insert of the same rows, on both stores.
// 2. Bytes on disk of a player-day after ninety days of four scans each, dead rows included.
// 3. Players kept current per call to the game's API.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { startDemoProvider } from '#demo/start-demo-provider.ts'
import { collectDue } from '#server/collector/collect-due.ts'
import { track } from '#server/collector/targets.ts'
import { readConfig } from '#server/config.ts'
import { type Context, createProcessState } from '#server/context.ts'
import type { Database } from '#server/database/database.ts'
import { openStore } from '#server/database/open-store.ts'
import { createGameApi } from '#server/game/client.ts'
import { systemClock } from '#server/kernel/clock.ts'
import { DAY_MS } from '#shared/days.ts'
import { startPostgres } from '#test/postgres-server.ts'
import { compareIngestion } from './collect/compare-ingestion.ts'
import { bytesPerPlayerDay } from './collect/history-size.ts'

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
