// The time of a browse page as the number of players grows: `node bench/browse.ts [players ...]`. PostgreSQL only.
import { tmpdir } from 'node:os'
import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import type { Database } from '#server/database/database.ts'
import { openStore } from '#server/database/open-store.ts'
import { type BrowseQuery, browse } from '#server/site/browse/routes.ts'
import { startPostgres } from '#test/postgres-server.ts'
import { writeResult } from './results.ts'

const SIZES = [10_000, 200_000, 1_000_000]
const ROUNDS = 40
const WARM_UP = 5

type Case = { name: string; query: Partial<BrowseQuery> }

const SORTS = ['popularity', 'trophies', 'performance_score', 'activity_score', 'name', 'created_date'] as const

const CASES: Case[] = [
  ...SORTS.map((sort) => ({ name: `all by ${sort}`, query: { sort } })),
  ...SORTS.map((sort) => ({ name: `na by ${sort}`, query: { sort, region: 'na' as const } })),
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

const server = await startPostgres()
if ('missing' in server) throw new Error(server.missing)
const sizes = process.argv.slice(2).map(Number)
const onError = (error: Error) => {
  throw error
}
const store = await openStore({ databaseUrl: server.url, dataDirectory: tmpdir(), connections: 4, onError })
const table: Record<string, Record<string, string>> = {}
for (const size of sizes.length > 0 ? sizes : SIZES) {
  await fillSummaries(store.db, size)
  for (const { name, query } of CASES) {
    const { median, p99 } = await measure(store.db, query)
    table[name] = { ...table[name], [`${size} p50`]: median.toFixed(1), [`${size} p99`]: p99.toFixed(1) }
  }
}
const yardstick = await times(() => sql`select 1`.execute(store.db))
console.log(`milliseconds; "select 1" takes ${yardstick.median.toFixed(1)}`)
console.table(table)
writeResult('browse', table)
await store.close()
await server.stop()

function measure(db: Database, given: Partial<BrowseQuery>) {
  const query: BrowseQuery = { type: 'player', sort: 'popularity', limit: 24, page: 1, region: 'global', ...given }
  return times(() => browse({ db } as Context, query))
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

/** Fills the summaries with `size` invented players, always the same, and the counters to match. */
async function fillSummaries(db: Database, size: number): Promise<void> {
  await sql`truncate player_summaries, club_summaries, entity_counts, trophy_counts`.execute(db)
  const indexes = await dropIndexes(db)
  await sql`
    with seeded as materialized (select setseed(0.5)), drawn as (
      select i, random() as luck, random() as activity, random() as place, random() as member, random() as look,
        (1000 + 120000 * power(random(), 3))::integer as trophies
      from seeded, generate_series(1, ${size}::integer) i
    ), player as (
      select *, '#' || translate(i::text, '134567', 'PYLQGR') || '0' || translate((i::bigint * 7919 % 9973)::text, '134567', 'JCUVPY') as tag,
        round((100 * power(activity, 1.5))::numeric, 1)::real as active,
        (array['US', 'BR', 'DE', 'FR', 'JP', 'KR'])[1 + floor(place * 12)::integer] as country,
        'player ' || i || case when i % 97 = 0 then ' zed' else '' end || case when i % 10 = 0 then ' ' || sign else '' end as name,
        case when i % 10 = 0 then array[sign, left(sign, 1), right(sign, 1)] end as grams
      from (select *, chr(19968 + i / 10 % 2000) || case when i % 100 = 0 then '★' else chr(22000 + i / 10 % 1999) end as sign
        from drawn) signed
    )
    insert into player_summaries (tag, name, name_folded, search_text, short_grams, trophies, country, facet, activity_score,
      performance_score, consistency_rating, longest_streak, growth_7d, growth_from, growth_7d_percent,
      popularity_weight, analytics_available, created_at, summarised_on)
    select tag, name, md5(name) || name, name || E'\n' || lower(tag), grams, trophies, country,
      (((width_bucket(trophies, array[5000, 5001, 15000, 15001, 25000, 25001, 50000, 50001, 75000, 75001, 100000])) * 4
        + case when country in ('US', 'BR') then 1 when country in ('DE', 'FR') then 2 when country is null then 0 else 3 end) * 4
        + case when active >= 80 then 3 when active >= 50 then 2 else 1 end) * 2 + (member < 0.95)::integer,
      active, 0.4 * least(100, trophies / 1200.0) + 0.6 * active, active, 3, (luck * 900)::integer, trophies,
      luck * 90000 / trophies, case when look > 0.9 then (1 / (1.0001 - look))::integer % 500 else 0 end, true,
      timestamptz '2026-01-01Z' + i * interval '7 seconds', '2026-06-01'
    from player on conflict (tag) do nothing`.execute(db)
  await sql`
    insert into entity_counts
    select 'player', facet, trophies / 1000, count(*), count(*), count(*), 0 from player_summaries group by 2, 3`.execute(
    db,
  )
  for (const index of indexes) await sql.raw(index).execute(db)
  await sql`vacuum analyze player_summaries`.execute(db)
  await sql`vacuum analyze entity_counts`.execute(db)
}

/**
 * Drops the indexes, since a million rows are inserted faster without. Returns the statements that create them again.
 */
async function dropIndexes(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string; statement: string }>`
    select indexname as name, indexdef as statement from pg_indexes
    where tablename = 'player_summaries' and indexname <> 'player_summaries_pkey'`.execute(db)
  for (const { name } of rows) await sql`drop index ${sql.ref(name)}`.execute(db)
  return rows.map(({ statement }) => statement)
}
