import { sql } from 'kysely'
import { addDays, dayOf } from '#shared/calendar-day.ts'
import type { Context } from '../context.ts'

const HOUR_MS = 3_600_000

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
