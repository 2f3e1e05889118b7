import { type RawBuilder, sql } from 'kysely'
import * as z from 'zod/mini'
import { type Database, queryRows } from '#server/database/database.ts'
import { LOCKS } from '#server/database/locks.ts'
import type { Clock } from '#server/kernel/clock.ts'
import { addDays, dayOf, HOUR_MS } from '#shared/days.ts'
import type { EntityType } from '#shared/tag.ts'

const totals = {
  /** How many clubs or players are tracked. */
  entities: z.int(),
  /** How many of them have enough history for analytics. */
  available: z.int(),
  /** How many of them have an activity score, and the sum of ten times these scores. */
  scored: z.int(),
  activityTenths: z.number(),
}

export type Totals = { [Name in keyof typeof totals]: number }

const NONE: Totals = { entities: 0, available: 0, scored: 0, activityTenths: 0 }

/** The totals of clubs and of players, in the given facets or in all of them. */
export async function entityTotals(
  db: Database,
  facets: number[] | null = null,
): Promise<{ clubs: Totals; players: Totals }> {
  const rows = await queryRows(
    db,
    { type: z.string(), ...totals },
    sql`
    select type, sum(entities) as entities, sum(available) as available, sum(scored) as scored,
      sum(activity_tenths)::double precision as "activityTenths"
    from entity_counts
    where ${facets}::smallint[] is null or facet = any(${facets})
    group by type`,
  )
  const of = (type: EntityType) => rows.find((row) => row.type === type) ?? NONE
  return { clubs: of('club'), players: of('player') }
}

const recent = {
  /** Clubs and players whose data were renewed in the last 24 hours, each as often as that happened. */
  data_updates_24h: z.int(),
  /** Clubs and players first seen on one of the last 7 UTC days, today included. */
  new_clubs_7d: z.int(),
  new_players_7d: z.int(),
  /** Summaries computed in the last 24 hours. */
  analytics_generated_24h: z.int(),
}

export type RecentActivity = { [Name in keyof typeof recent]: number }

/** What was done and who arrived lately. The last 24 hours are the current hour and the 23 before it. */
export async function recentActivity({ db, clock }: { db: Database; clock: Clock }): Promise<RecentActivity> {
  const now = clock.now()
  const since = new Date(now.getTime() - 24 * HOUR_MS)
  const [row] = await queryRows(
    db,
    recent,
    sql`
    select coalesce(sum(updates), 0) as data_updates_24h, coalesce(sum(summaries), 0) as analytics_generated_24h,
      (${arrivedSince('club', now)}) as new_clubs_7d, (${arrivedSince('player', now)}) as new_players_7d
    from hourly_work where hour > ${since} and hour <= ${now}`,
  )
  return row as RecentActivity
}

function arrivedSince(type: EntityType, now: Date) {
  const from = addDays(dayOf(now), -6)
  return sql`select coalesce(sum(entities), 0) from arrivals where type = ${type} and day >= ${from}::date`
}

/** More than there are statements that count at the same time. */
const PARTS = 32

/**
 * SQL for a part of the counters that belongs to this transaction until it ends: no other transaction that counts is
 * waited for. While all parts are taken it waits for part 0; no row may be locked before, or two might wait in a circle.
 */
export function freeCounterPart(): RawBuilder<number> {
  return sql`coalesce(
    (select part from generate_series(0, ${PARTS - 1}::integer) part
      where pg_try_advisory_xact_lock(${LOCKS.counterParts}, part) limit 1),
    (select 0 from (select ${lockOf(0)}) waited))`
}

function lockOf(part: number) {
  return sql`pg_advisory_xact_lock(${LOCKS.counterParts}, ${part}::integer)`
}

/** The tables that are counted in parts: what tells a row from another, and what is counted. */
const COUNTERS = {
  entity_counts: { key: ['type', 'facet', 'thousand'], counts: ['entities', 'available', 'scored', 'activity_tenths'] },
  trophy_counts: { key: ['hundred'], counts: ['players'] },
  arrivals: { key: ['day', 'type'], counts: ['entities'] },
  hourly_work: { key: ['hour'], counts: ['updates', 'summaries'] },
} as const

/** Moves all parts into part 0, so that reading a total stays cheap. No total changes. To be called every minute. */
export async function mergeCounterParts(db: Database): Promise<void> {
  const tables = sql.join(
    Object.keys(COUNTERS).map((table) => sql`select part from ${sql.table(table)}`),
    sql` union `,
  )
  const parts = await queryRows(db, { part: z.int() }, sql`select part from (${tables}) used where part > 0`)
  for (const { part } of parts) await db.transaction().execute((transaction) => mergePart(transaction, part))
}

async function mergePart(transaction: Database, part: number): Promise<void> {
  for (const each of [0, part]) await sql`select ${lockOf(each)}`.execute(transaction)
  for (const [table, { key, counts }] of Object.entries(COUNTERS)) {
    const columns = sql.join([...key, ...counts].map((column) => sql.ref(column)))
    const sums = counts.map(
      (column) => sql`${sql.ref(column)} = stored.${sql.ref(column)} + excluded.${sql.ref(column)}`,
    )
    await sql`
      with moved as (delete from ${sql.table(table)} where part = ${part} returning ${columns})
      insert into ${sql.table(table)} as stored (${columns}) select ${columns} from moved
      on conflict (${sql.join(key.map((column) => sql.ref(column)))}, part) do update set ${sql.join(sums)}`.execute(
      transaction,
    )
  }
}
