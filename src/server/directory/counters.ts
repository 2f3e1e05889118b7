import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import type { Database } from '#server/database/database.ts'
import { addDays, dayOf, HOUR_MS } from '#shared/days.ts'

/** How many are tracked, how many of them have enough history, and the activity of those that have a score. */
export type Totals = { entities: number; available: number; scored: number; activityTenths: number }

const NONE: Totals = { entities: 0, available: 0, scored: 0, activityTenths: 0 }

/** Sums the counters of clubs and of players, of some facets or of all. */
export async function entityTotals(
  db: Database,
  facets: number[] | null = null,
): Promise<{ clubs: Totals; players: Totals }> {
  const { rows } = await sql<Totals & { type: string }>`
    select type, sum(entities) as entities, sum(available) as available, sum(scored) as scored,
      sum(activity_tenths)::double precision as "activityTenths"
    from entity_counts
    where ${facets}::smallint[] is null or facet = any(${facets})
    group by type`.execute(db)
  const of = (type: string) => rows.find((row) => row.type === type) ?? NONE
  return { clubs: of('club'), players: of('player') }
}

export type RecentActivity = {
  /** Clubs and players whose data were renewed in the last 24 hours, each as often as that happened. */
  data_updates_24h: number
  /** First seen on one of the last 7 UTC days, today included. */
  new_clubs_7d: number
  new_players_7d: number
  /** Summaries computed in the last 24 hours. */
  analytics_generated_24h: number
}

/** What happened lately, from the counters of hours and days: the hour under way and the 23 before it. */
export async function recentActivity({ db, clock }: Context): Promise<RecentActivity> {
  const now = clock.now()
  const since = new Date(now.getTime() - 24 * HOUR_MS)
  const { rows } = await sql<RecentActivity>`
    select coalesce(sum(updates), 0) as data_updates_24h, coalesce(sum(summaries), 0) as analytics_generated_24h,
      (${arrivals('club', now)}) as new_clubs_7d, (${arrivals('player', now)}) as new_players_7d
    from hourly_work where hour > ${since} and hour <= ${now}`.execute(db)
  return rows[0] as RecentActivity
}

function arrivals(type: string, now: Date) {
  const from = addDays(dayOf(now), -6)
  return sql`select coalesce(sum(entities), 0) from arrivals where type = ${type} and day >= ${from}::date`
}

/** What was done: clubs and players whose data were renewed, and summaries computed. */
export type Work = { updates: number; summaries: number }

/** Counts work in its hour. */
export async function countWork(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { updates, summaries }: Work,
): Promise<void> {
  if (updates === 0 && summaries === 0) return
  await sql`
    insert into hourly_work as stored (hour, updates, summaries)
    values (date_trunc('hour', ${clock.now()}::timestamptz, 'UTC'), ${updates}, ${summaries})
    on conflict (hour) do update set updates = stored.updates + excluded.updates,
      summaries = stored.summaries + excluded.summaries`.execute(db)
}

/**
 * Runs a change of the summaries in a transaction, one at a time on the whole store: what a row counted before is then
 * certain, and two changes never wait for each other's rows in a circle. Readers are not held up.
 */
export async function withCountersLocked(
  db: Database,
  change: (transaction: Database) => Promise<unknown>,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await sql`lock table entity_counts in exclusive mode`.execute(transaction)
    await change(transaction)
  })
}
