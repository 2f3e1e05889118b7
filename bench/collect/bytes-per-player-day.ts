import { sql } from 'kysely'
import type { Database } from '../../src/server/database/connection.ts'
import { ensurePartitions } from '../../src/server/ingestion/partitions.ts'

const DAYS = 90
const SCANS_A_DAY = 4
const DAY_MS = 86_400_000
const START = Date.UTC(2026, 2, 1)

/** Observations of a player's day on average: a third play, and are seen to have changed in two or three scans. */
const OBSERVATIONS_A_DAY = 0.9

type Row = { what: string; 'bytes a player-day': number; MiB: number }

/**
 * Ninety days of players, each day's row written by the upsert that collecting uses, once per scan, with the vacuum that
 * a server does by itself after each day; then the sizes as they are, bloat included.
 */
export async function bytesPerPlayerDay(db: Database, playerDays: number): Promise<Row[]> {
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
