import { sql } from 'kysely'
import { type Database, statement } from '#server/database/database.ts'
import type { DailySeries, MemberHistory } from '#server/metrics/daily-series.ts'
import { type CalendarDay, dayOf } from '#shared/days.ts'
import { plainName } from '#shared/plain-name.ts'
import { HIDDEN_NAME, isAlias } from './hidden-players.ts'
import { readPlayerSeries, type Subject, type Window } from './series.ts'

/** Who is in a club now: the club's side, and what is known of the player. */
export type PresentMember = Subject & {
  name: string
  nameColor: string | null
  /** As the club's list says, which lags the player's own. */
  rosterTrophies: number
  trophies: number
  role: string
  /** Null for those of the first scan, who were there before it. */
  joinedAt: Date | null
  /** Since when the scans have seen the member in the club without a break. */
  inClubSince: Date
  /** Last trophy change that was play; null when none was seen yet. */
  changedAt: Date | null
}

type Row = {
  tag: string | null
  role: string
  rosterTrophies: number
  joinedAt: Date | null
  inClubSince: Date
  name: string | null
  nameColor: string | null
  trophies: number
  changedAt: Date | null
  firstSeenAt: Date | null
  firstTrophies: number | null
}

/** The present members of a tracked club, most trophies first; null for any other tag. */
export async function presentMembers(db: Database, clubTag: string): Promise<PresentMember[] | null> {
  // Members lie with their club; the directories of clubs and players lie everywhere, and so may be joined to them.
  const { rows } = await sql<Row>`
    select m.player_tag as tag, m.role, m.trophies as "rosterTrophies", m.joined_at as "joinedAt",
      coalesce(m.joined_at, m.first_seen_at) as "inClubSince", p.name, p.name_color as "nameColor",
      coalesce(p.trophies, m.trophies) as trophies, p.changed_at as "changedAt",
      p.first_seen_at as "firstSeenAt", p.first_trophies as "firstTrophies"
    from clubs c
      left join club_members m on m.club_tag = c.tag and m.left_at is null
      left join players p on p.tag = m.player_tag
    where c.tag = ${clubTag}
    order by m.trophies desc, m.player_tag`.execute(db)
  return rows.length === 0 ? null : rows.flatMap(memberOf)
}

/** Nobody in the one row of a club without members. */
function memberOf({ tag, name, ...row }: Row): PresentMember[] {
  if (tag === null) return []
  return [{ ...row, tag, name: shownName(tag, name) }]
}

/** What a member is called: some asked not to be shown, of others only the tag is known. */
function shownName(tag: string, name: string | null): string {
  return isAlias(tag) ? HIDDEN_NAME : plainName(name ?? tag)
}

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
