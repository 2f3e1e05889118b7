import { sql } from 'kysely'
import type { Database } from '../database/connection.ts'
import type { ClubState, Ledger } from './ledger.ts'

/**
 * Writes all that these answers changed on the clubs' side, in one statement. `day` is the UTC day they are of. Parts
 * that have nothing to write are left out: planning them costs as much as running them.
 */
export async function writeClubs(db: Database, ledger: Ledger, day: string): Promise<void> {
  if (ledger.changedClubs.size === 0) return
  const days = [...ledger.clubDays].map(([tag, clubDay]) => ({ tag, ...clubDay }))
  const parts = [clubPart(ledger), memberPart(ledger), eventPart(ledger), resetPart(days, day)]
  const i = dayIndex(day)
  await sql`
    with ${sql.join(parts.filter((part) => part !== null))}
    insert into club_months as stored (club_tag, month, trophies, members, scans)
    select tag, date_trunc('month', ${day}::date), gap.i || close, gap.s || members, gap.s || scans
    from jsonb_to_recordset(${JSON.stringify(days)}::jsonb) as r(tag text, close integer, members smallint, scans smallint),
      (select array_fill(null::integer, array[${i} - 1]) i, array_fill(null::smallint, array[${i} - 1]) s) gap
    on conflict (club_tag, month) do update set
      trophies[${i}] = excluded.trophies[${i}],
      members[${i}] = excluded.members[${i}],
      scans[${i}] = coalesce(stored.scans[${i}], 0) + excluded.scans[${i}]`.execute(db)
}

function clubPart(ledger: Ledger) {
  const clubs = [...ledger.changedClubs].flatMap((tag) => ledger.clubs.get(tag) ?? [])
  return sql`club as (
    insert into clubs (tag, name, description, type, badge_id, required_trophies, trophies, first_trophies,
      member_count, country, first_seen_at, observed_at, observed_days)
    select tag, name, description, type, "badgeId", "requiredTrophies", trophies, "firstTrophies",
      "memberCount", country, "firstSeenAt", "observedAt", "observedDays"
    from jsonb_to_recordset(${JSON.stringify(clubs)}::jsonb) as r(tag text, name text, description text, type text,
      "badgeId" integer, "requiredTrophies" integer, trophies integer, "firstTrophies" integer,
      "memberCount" integer, country text, "firstSeenAt" timestamptz, "observedAt" timestamptz, "observedDays" integer)
    on conflict (tag) do update set name = excluded.name, description = excluded.description, type = excluded.type,
      badge_id = excluded.badge_id, required_trophies = excluded.required_trophies, trophies = excluded.trophies,
      member_count = excluded.member_count, country = excluded.country, observed_at = excluded.observed_at,
      observed_days = excluded.observed_days
  )`
}

function memberPart(ledger: Ledger) {
  const members = changedMembers(ledger)
  if (members.length === 0) return null
  return sql`member as (
    insert into club_members (club_tag, player_tag, role, trophies, first_seen_at, joined_at, left_at)
    select "clubTag", "playerTag", role, trophies, "firstSeenAt", "joinedAt", "leftAt"
    from jsonb_to_recordset(${JSON.stringify(members)}::jsonb) as r("clubTag" text, "playerTag" text,
      role text, trophies integer, "firstSeenAt" timestamptz, "joinedAt" timestamptz, "leftAt" timestamptz)
    on conflict (club_tag, player_tag) do update set role = excluded.role, trophies = excluded.trophies,
      joined_at = excluded.joined_at, left_at = excluded.left_at
  )`
}

function eventPart({ rosterEvents }: Ledger) {
  if (rosterEvents.length === 0) return null
  return sql`event as (
    insert into roster_events (club_tag, kind, player_tag, player_name, before, after, observed_after, observed_at)
    select "clubTag", kind, "playerTag", "playerName", before, after, "observedAfter", "observedAt"
    from jsonb_to_recordset(${JSON.stringify(rosterEvents)}::jsonb) as r("clubTag" text, kind text,
      "playerTag" text, "playerName" text, before text, after text, "observedAfter" timestamptz, "observedAt" timestamptz)
  )`
}

function resetPart(days: { tag: string; reset: number }[], day: string) {
  const resets = days.filter(({ reset }) => reset !== 0).map(({ tag, reset }) => ({ tag, reset }))
  if (resets.length === 0) return null
  return sql`reset as (
    insert into club_resets (club_tag, day, trophies)
    select tag, ${day}::date, reset from jsonb_to_recordset(${JSON.stringify(resets)}::jsonb) as r(tag text, reset integer)
    on conflict (club_tag, day) do update set trophies = club_resets.trophies + excluded.trophies
  )`
}

/** Place of a day in its month's arrays: 1 is the first. Written into the statement, as an array's subscript must be. */
export function dayIndex(day: string) {
  return sql.lit(Number(day.slice(8, 10)))
}

function changedMembers(ledger: Ledger) {
  return [...ledger.changedMembers].flatMap(([clubTag, tags]) => {
    const club = ledger.clubs.get(clubTag) as ClubState
    return [...tags].map((playerTag) => ({ clubTag, playerTag, ...club.members.get(playerTag) }))
  })
}
