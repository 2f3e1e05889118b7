// The whole app over a small stored world, with all guards: `node bench/http-server.ts <ready | refusing | making |
// finding> [postgres://...]`. Prints its address. With `making`, its clock runs so fast that no answer in the cache is ever
// fresh. With `making` and `finding`, the cache holds less than the addresses asked for, so that every answer is made. With
// `refusing`, every network has used up its requests. With `finding`, it has 200,000 players and their clubs, and the right
// time, since profiles of clubs are kept for minutes.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore } from '#server/database/open-store.ts'
import { type Clock, systemClock } from '#server/kernel/clock.ts'
import { storeBattles, storeMetaWeeks } from './battles-world.ts'
import { fillClubs, fillPlayers, PLAYERS_OF_A_CLUB } from './summaries-world.ts'
import { openBench, worldMembers } from './world.ts'

const PLAYERS = 200_000

const [mode, databaseUrl] = process.argv.slice(2)
const dataDirectory = mkdtempSync(join(tmpdir(), 'delphin-bench-'))
const onError = (error: Error) => {
  throw error
}
const store = await openStore({ databaseUrl: databaseUrl ?? null, dataDirectory, connections: 8, onError })
let elapsed = 0
const hurried: Clock = { ...systemClock, monotonic: () => (elapsed += 3_600_000) }
const clock = mode === 'making' ? hurried : systemClock
const small = mode === 'making' || mode === 'finding'
const settings = { DATA_DIR: dataDirectory, ...(small && { CACHE_MEGABYTES: '1' }) }
/** No window of the limit ends while time stands still. */
const still: Clock = { ...systemClock, monotonic: () => 0 }
const limited = { ...settings, REQUESTS_PER_MINUTE: '1' }
const { app } = await (mode === 'refusing' ? openBench(store.db, still, limited) : openBench(store.db, clock, settings))
const anyBattle = store.db.selectFrom('player_battles').select('day').limit(1)
if (mode === 'making' && (await anyBattle.execute()).length === 0) {
  await storeBattles(store.db, worldMembers())
  await storeMetaWeeks(store.db)
}
if (mode === 'finding') {
  await fillPlayers(store.db, PLAYERS)
  await fillClubs(store.db, Math.round(PLAYERS / PLAYERS_OF_A_CLUB))
}
process.once('SIGINT', () => process.exit(0))
const url = await app.listen({ host: '127.0.0.1', port: 0 })
if (mode === 'refusing') await fetch(url)
console.log(url)
