import { startPostgres } from '../test/postgres-server.ts'
import { pino } from 'pino'
import { tmpdir } from 'node:os'
import { createChanges } from '../src/server/changes.ts'
import { readConfig } from '../src/server/config.ts'
import { openStore } from '../src/server/database/open-store.ts'
import { systemClock } from '../src/server/system-clock.ts'
import { manualClock } from '../test/manual-clock.ts'
import { rising, settle } from '../test/small-world.ts'
import { CLUBS, DAYS, MEMBERS, worldTag } from './world.ts'
import { playerProgression } from '../src/server/players/player-progression.ts'
import { clubMemberScores } from '../src/server/clubs/member-scores.ts'
import { browse } from '../src/server/browse/browse.ts'
const pg = await startPostgres(); if ('missing' in pg) throw 1
const store = await openStore({ databaseUrl: pg.url, dataDirectory: tmpdir(), connections: 8, onError: (e) => { throw e } })
const context: any = { config: readConfig({}), db: store.db, clock: manualClock(new Date()), log: pino({ level: 'warn' }), summarise: async () => {}, changes: createChanges(), demoHistory: null, installation: {} }
await settle(context, Array.from({ length: CLUBS }, (_, c) => ({ tag: worldTag(c), name: 'c' + c, members: Array.from({ length: MEMBERS }, (_, m) => ({ tag: worldTag(CLUBS + c * MEMBERS + m), name: 'p' + m, days: rising('#.#'.repeat(DAYS / 3), 10000 + m * 500, 5) })) })))
let queries = 0
const orig = (await import('pg')).default.Client.prototype.query
;(await import('pg')).default.Client.prototype.query = function (this: any, ...a: any[]) { queries++; return (orig as any).apply(this, a) }
async function t(name: string, f: (i: number) => Promise<unknown>) {
  for (let i = 0; i < 1500; i++) await f(i)
  queries = 0
  const N = 2000, u0 = process.cpuUsage(), s = performance.now()
  for (let i = 0; i < N; i++) await f(i)
  const u = process.cpuUsage(u0)
  console.log(name, 'cpu us', ((u.user + u.system) / N).toFixed(0), 'wall us', ((performance.now() - s) / N * 1000).toFixed(0), 'queries', queries / N)
}
await t('progression', (i) => playerProgression(context, worldTag(CLUBS + i % (CLUBS * MEMBERS)), 30))
await t('scores', (i) => clubMemberScores(context, worldTag(i % CLUBS), 30))
await t('browse', (i) => browse(context, { type: 'player', sort: 'popularity', limit: 24, page: 1, region: 'global', trophyMin: i } as any))
const raw = (await import('pg')).default
const pool = new raw.Pool({ connectionString: pg.url, max: 8 })
await t('raw named', () => pool.query({ name: 'q', text: 'select i as date, i*37 as trophies, true as a, i*7 as change from generate_series(1,30) i' }))
await t('raw unnamed', () => pool.query({ text: 'select i as date, i*37 as trophies, true as a, i*7 as change from generate_series(1,30) i where i > $1', values: [0] }))
process.exit(0)
