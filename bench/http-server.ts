// The whole app over a small stored world, with every guard on: `node bench/http-server.ts <ready | making>
// [postgres://...]`. Prints its address. When it is always making, time runs so fast that no answer is ever fresh.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { createChanges } from '../src/server/changes.ts'
import { readConfig } from '../src/server/config.ts'
import type { Context } from '../src/server/context.ts'
import { openStore } from '../src/server/database/open-store.ts'
import { createGameApi } from '../src/server/game-api/client.ts'
import { createApp } from '../src/server/http/app.ts'
import { systemClock } from '../src/server/system-clock.ts'
import type { Clock } from '../src/shared/clock.ts'
import { fillWorld } from './fill-world.ts'

const [mode, databaseUrl] = process.argv.slice(2)
const dataDirectory = mkdtempSync(join(tmpdir(), 'delphin-bench-'))
const onError = (error: Error) => {
  throw error
}
const store = await openStore({ databaseUrl: databaseUrl ?? null, dataDirectory, connections: 8, onError })
let elapsed = 0
const hurried: Clock = { ...systemClock, monotonic: () => (elapsed += 3_600_000) }
const clock = mode === 'making' ? hurried : systemClock
const context: Context = {
  config: readConfig({ REQUESTS_PER_MINUTE: '10000000', LOGINS_PER_MINUTE: '1000000', DATA_DIR: dataDirectory }),
  installation: { demo: false, exampleClubTag: null, examplePlayerTag: null, defaultPlayerTag: null },
  db: store.db,
  gameApi: createGameApi({ baseUrl: 'http://127.0.0.1:9/v1', tokens: ['none'], callsPerSecond: 1, clock }),
  clock,
  log: pino({ level: 'silent' }),
  summarise: async () => {},
  changes: createChanges(),
  demoHistory: null,
}
await fillWorld(context)
const app = await createApp(context)
process.once('SIGINT', () => process.exit(0))
console.log(await app.listen({ host: '127.0.0.1', port: 0 }))
