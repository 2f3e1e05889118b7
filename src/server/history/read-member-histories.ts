import { dayOf } from '#shared/calendar-day.ts'
import type { Database } from '../database/connection.ts'
import type { DailySeries } from '../metrics/daily-series.ts'
import type { MemberHistory } from '../metrics/member-history.ts'
import { presentMembers } from './present-members.ts'
import { readPlayerSeries } from './read-series.ts'
import type { Window } from './series-rows.ts'

/** The present members of a tracked club, each with the player's own series: two statements; null for any other tag. */
export async function readMemberHistories(
  db: Database,
  clubTag: string,
  window: Window,
): Promise<MemberHistory[] | null> {
  const members = await presentMembers(db, clubTag)
  if (members === null) return null
  const series = await readPlayerSeries(db, members, window)
  return members.map(({ tag, name, trophies, inClubSince, changedAt }) => ({
    tag,
    name,
    trophies,
    inClubSince: dayOf(inClubSince),
    lastChange: changedAt === null ? null : dayOf(changedAt),
    series: series.get(tag) as DailySeries,
  }))
}
