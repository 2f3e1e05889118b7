// What collecting costs: `node bench/collect.ts [player-days]`. Prints tables; times are of this machine at this moment.
// 1. Club scans through ingestion against a bare batched insert of the same rows, on both stores.
// 2. Bytes on disk of a player-day, after ninety days of daily upserts with the bloat that updates leave.
// 3. Players kept current per call of the game's API.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '../src/server/database/connection.ts'
import { openStore } from '../src/server/database/open-store.ts'
import { startPostgres } from '../test/postgres-server.ts'
import { bytesPerPlayerDay } from './collect/bytes-per-player-day.ts'
import { compareIngestion } from './collect/compare-ingestion.ts'
import { playersPerCall } from './collect/players-per-call.ts'

const playerDays = Number(process.argv[2] ?? 2_000_000)

// Dropping the server ends connections that are just saying goodbye.
const onError = (error: Error) => {
  console.log(error.message)
}

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

console.log('Club scans through ingestion, and a bare batched insert of the same rows')
await withEmbedded(async (db) => console.table(await compareIngestion(db, 'embedded')))
await withPostgres(async (db) => console.table(await compareIngestion(db, 'postgres')))
console.log(`Bytes on disk, all indexes included, at ${playerDays} player-days`)
await withPostgres(async (db) => console.table(await bytesPerPlayerDay(db, playerDays)))
console.log("Players kept current per call of the game's API, in the demo's world")
await withEmbedded(async (db) => console.table(await playersPerCall(db)))
