import { sql } from 'kysely'
import { plainName } from '#shared/plain-name.ts'
import type { Database } from '../database/connection.ts'
import { HIDDEN_NAME, isAlias } from './hidden-players.ts'
import type { Subject } from './read-series.ts'

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
export function shownName(tag: string, name: string | null): string {
  return isAlias(tag) ? HIDDEN_NAME : plainName(name ?? tag)
}
