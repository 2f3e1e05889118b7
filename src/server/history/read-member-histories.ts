import { type CalendarDay, dayOf } from '#shared/calendar-day.ts'
import type { Database } from '../database/connection.ts'
import { statement } from '../database/statement.ts'
import type { DailySeries } from '../metrics/daily-series.ts'
import type { MemberHistory } from '../metrics/member-history.ts'
import { shownName } from './present-members.ts'
import { readPlayerSeries } from './read-series.ts'
import type { Window } from './series-rows.ts'

/** A present member as `MEMBERS` writes it; moments in milliseconds. */
export type StoredMember = [
  tag: string,
  name: string | null,
  trophies: number,
  inClubSince: number,
  changedAt: number | null,
  firstSeenAt: number | null,
  firstTrophies: number | null,
]

const milliseconds = (moment: string) => `(extract(epoch from ${moment}) * 1000)::bigint`

/**
 * SQL for the present members of the club `c` as one JSON array, which is read far faster than rows: most trophies
 * first. Members lie with their club; the directories of clubs and players lie everywhere, and so may be joined.
 */
export const MEMBERS = `
  select json_agg(json_build_array(m.player_tag, p.name, coalesce(p.trophies, m.trophies),
    ${milliseconds('coalesce(m.joined_at, m.first_seen_at)')}, ${milliseconds('p.changed_at')},
    ${milliseconds('p.first_seen_at')}, p.first_trophies) order by m.trophies desc, m.player_tag) as members
  from club_members m left join players p on p.tag = m.player_tag
  where m.club_tag = $1 and m.left_at is null`

const readMembers = statement<{ observedAt: Date; members: StoredMember[] | null }>(
  `select c.observed_at as "observedAt", found.members from clubs c cross join (${MEMBERS}) found where c.tag = $1`,
)

/** When the club was last looked at, and who is in it. */
export type ClubHistories = { observedAt: Date; members: MemberHistory[] }

/** The present members of a tracked club, each with the player's own series: two statements; null for any other tag. */
export async function readMemberHistories(
  db: Database,
  clubTag: string,
  window: Window,
): Promise<ClubHistories | null> {
  const [club] = await readMembers(db, [clubTag])
  if (club === undefined) return null
  return { observedAt: club.observedAt, members: await withHistories(db, club.members ?? [], window) }
}

/** These members, each with the player's own series: one statement. */
export async function withHistories(db: Database, members: StoredMember[], window: Window): Promise<MemberHistory[]> {
  const subjects = members.map(([tag, , , , , firstSeenAt, firstTrophies]) => {
    return { tag, firstSeenAt: firstSeenAt === null ? null : new Date(firstSeenAt), firstTrophies }
  })
  const series = await readPlayerSeries(db, subjects, window)
  return members.map(([tag, name, trophies, inClubSince, changedAt]) => ({
    tag,
    name: shownName(tag, name),
    trophies,
    inClubSince: dayAt(inClubSince),
    lastChange: changedAt === null ? null : dayAt(changedAt),
    series: series.get(tag) as DailySeries,
  }))
}

function dayAt(milliseconds: number): CalendarDay {
  return dayOf(new Date(milliseconds))
}
