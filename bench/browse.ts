// The time of a browse page as the number of players grows: `node bench/browse.ts [players ...]`. PostgreSQL only. One
// club is tracked for 30 players.
import { tmpdir } from 'node:os'
import { sql } from 'kysely'
import type { Database } from '#server/database/database.ts'
import { openStore } from '#server/database/open-store.ts'
import { countChoices, countPlayerChoices } from '#server/directory/find-entities.ts'
import { systemClock } from '#server/kernel/clock.ts'
import { type BrowseQuery, browse } from '#server/site/browse/routes.ts'
import { PLAYER_SORTS } from '#shared/sorts.ts'
import { startPostgres } from '#test/postgres-server.ts'
import { writeResult } from './results.ts'
import { fillClubs, fillPlayers, PLAYERS_OF_A_CLUB } from './summaries-world.ts'

const SIZES = [10_000, 200_000, 1_000_000]
const ROUNDS = 40
const WARM_UP = 5

type Case = { name: string; query: Partial<BrowseQuery> }

const CASES: Case[] = [
  ...PLAYER_SORTS.map((sort) => ({ name: `all by ${sort}`, query: { sort } })),
  ...PLAYER_SORTS.map((sort) => ({ name: `na by ${sort}`, query: { sort, region: 'na' as const } })),
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

const CLUB_SORTS = ['trophies', 'growth', 'member_count'] as const

/** What somebody who looks for a club asks. Few clubs offer the last but one; nearly all offer the last. */
const CLUB_CASES: Case[] = [
  ...CLUB_SORTS.map((sort) => ({ name: `clubs by ${sort}`, query: { sort } })),
  { name: 'clubs, deep page by growth', query: { sort: 'growth', page: 250 } },
  { name: 'open clubs by trophies', query: { entry: 'open', sort: 'trophies' } },
  { name: 'by invitation, by growth', query: { entry: 'inviteOnly', sort: 'growth' } },
  { name: 'clubs with free seats by trophies', query: { seats: 'free', sort: 'trophies' } },
  { name: 'clubs whose bar I meet by growth', query: { bar: 12_000, sort: 'growth' } },
  { name: 'clubs of Germany by trophies', query: { country: 'DE', sort: 'trophies' } },
  { name: 'clubs of high activity by growth', query: { activity: 'high', sort: 'growth' } },
  { name: 'clubs by activity', query: { sort: 'activity_score' } },
  { name: 'all wishes', query: { entry: 'open', seats: 'free', bar: 12_000, country: 'DE', activity: 'high' } },
  { name: 'last page with a bar', query: { bar: 100_000, page: 416 } },
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
  await sql`truncate player_summaries, club_summaries, entity_counts, trophy_counts`.execute(store.db)
  await fillPlayers(store.db, size)
  await fillClubs(store.db, Math.round(size / PLAYERS_OF_A_CLUB))
  for (const { name, query } of CASES) note(name, size, await measure(store.db, query))
  for (const { name, query } of CLUB_CASES) note(name, size, await measure(store.db, { ...query, type: 'club' }))
  const filter = { wishes: { entry: 'open', bar: 12_000 } }
  note('counts beside the choices', size, await times(() => countChoices(store.db, filter)))
  const trophies = { min: 31_234, max: 33_333 }
  note('counts of players, 31,234-33,333', size, await times(() => countPlayerChoices(store.db, { trophies })))
}
const yardstick = await times(() => sql`select 1`.execute(store.db))
console.log(`milliseconds; "select 1" takes ${yardstick.median.toFixed(1)}`)
console.table(table)
writeResult('browse', table)
await store.close()
await server.stop()

function note(name: string, size: number, { median, p99 }: { median: number; p99: number }): void {
  table[name] = { ...table[name], [`${size} p50`]: median.toFixed(1), [`${size} p99`]: p99.toFixed(1) }
}

function measure(db: Database, given: Partial<BrowseQuery>) {
  const query: BrowseQuery = { type: 'player', sort: 'popularity', limit: 24, page: 1, region: 'global', ...given }
  return times(() => browse({ db, clock: systemClock }, query))
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
