// The whole app over a small stored world, with all guards: `node bench/http-server.ts <ready | making>
// [postgres://...]`. Prints its address. With `making`, its clock runs so fast that no answer in the cache is ever
// fresh.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { type Context, createProcessState } from '#server/context.ts'
import { openStore } from '#server/database/open-store.ts'
import { createGameApi } from '#server/game/client.ts'
import { type Clock, systemClock } from '#server/kernel/clock.ts'
import { fillWorld } from './world.ts'

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
  ...createProcessState(clock),
  demoHistory: null,
}
await fillWorld(context)
const app = await createApp(context)
process.once('SIGINT', () => process.exit(0))
console.log(await app.listen({ host: '127.0.0.1', port: 0 }))
