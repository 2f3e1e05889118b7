import { type RawBuilder, sql } from 'kysely'
import { insertRows } from '#server/database/database.ts'
import { type CalendarDay, monthOf } from '#shared/days.ts'
import { getKnown } from '#shared/records.ts'
import type { EntityType } from '#shared/tag.ts'
import { packMonths } from './ladder.ts'
import type { Ledger } from './ledger.ts'
import { pack } from './raw-lines.ts'

type Statement = RawBuilder<unknown>

/**
 * The statements that write the ledger; `day` is the answers' UTC day. One writes the directory, without the parts that
 * have nothing to write, since to plan them costs as much as to run them. Each table of history has a statement of its
 * own: a cluster would copy the rows of a statement with several to every node.
 */
export function ledgerStatements(ledger: Ledger, day: CalendarDay): Statement[] {
  return [
    ...directoryStatement(ledger),
    ...rawStatements(ledger, 'club'),
    ...eventStatements(ledger),
    ...clubDayStatements(ledger, day),
    ...rawStatements(ledger, 'player'),
    ...playerDayStatements(ledger, day),
  ]
}

function directoryStatement(ledger: Ledger): Statement[] {
  const { changedClubs } = ledger
  const parts = [
    changedClubs.size === 0 ? null : clubPart(ledger),
    memberPart(ledger),
    duePart(ledger),
    formerPart(ledger),
    playerPart(ledger),
  ].filter((part) => part !== null)
  return parts.length === 0 ? [] : [sql`with ${sql.join(parts)} select`]
}

function clubDayStatements({ clubDays }: Ledger, day: CalendarDay): Statement[] {
  const arrayOf = arraysUpTo(day)
  const rows = [...clubDays].map(([tag, { close, members, scans, joined, departed }]) => ({
    club_tag: tag,
    month: monthOf(day),
    trophies: arrayOf(close),
    members: arrayOf(members),
    scans: arrayOf(scans),
    joined: arrayOf(joined),
    departed: arrayOf(departed),
  }))
  const i = dayIndex(day)
  return insertRows(
    'club_months',
    rows,
    sql`
      on conflict (club_tag, month) do update set
        trophies[${i}] = coalesce(excluded.trophies[${i}], stored.trophies[${i}]),
        members[${i}] = coalesce(excluded.members[${i}], stored.members[${i}]),
        scans[${i}] = coalesce(stored.scans[${i}], 0) + excluded.scans[${i}],
        joined[${i}] = coalesce(stored.joined[${i}], 0) + excluded.joined[${i}],
        departed[${i}] = coalesce(stored.departed[${i}], 0) + excluded.departed[${i}]`,
  )
}

/** Adds the raw answers of the week that are new, packed by day. */
function rawStatements(ledger: Ledger, type: EntityType): Statement[] {
  const days = [...ledger.raw[type]].flatMap(([tag, week]) => pack(week).map((packed) => ({ tag, ...packed })))
  return upsertRaw(type, days)
}

type RawRow = { tag: string; day: CalendarDay; entries: string; appends: boolean }

/** Adds entries to days of raw answers, or replaces them. */
export function upsertRaw(type: EntityType, days: readonly RawRow[]): Statement[] {
  const name = sql.ref(`${type}_tag`)
  const replaced = days.flatMap(({ tag, appends }) => (appends ? [] : [tag]))
  const conflict = sql`
    on conflict (${name}, day) do update set entries = case
      when stored.${name} = any(${replaced}) then excluded.entries
      else stored.entries || excluded.entries end`
  if (type === 'club') {
    const rows = days.map(({ tag, day, entries }) => ({ club_tag: tag, day, entries }))
    return insertRows('club_answers', rows, conflict)
  }
  const rows = days.map(({ tag, day, entries }) => ({ player_tag: tag, day, entries }))
  return insertRows('player_answers', rows, conflict)
}

/** Who is to be replayed (replay.ts). */
function duePart({ late }: Ledger) {
  const due = [
    ...[...late.club].map((tag) => ({ type: 'club', tag })),
    ...[...late.player].map((tag) => ({ type: 'player', tag })),
  ]
  if (due.length === 0) return null
  return sql`due as (
    insert into due_replays (type, tag)
    select type, tag from jsonb_to_recordset(${JSON.stringify(due)}::jsonb) as r(type text, tag text)
    on conflict do nothing
  )`
}

export function clubPart(ledger: Ledger) {
  const clubs = [...ledger.changedClubs].flatMap((tag) => ledger.clubs.get(tag) ?? [])
  return sql`club as (
    insert into clubs (tag, name, description, type, badge_id, required_trophies, trophies, first_trophies,
      member_count, country, country_at, first_seen_at, observed_at, observed_days, members_complete, held_since)
    select tag, name, description, type, "badgeId", "requiredTrophies", trophies, "firstTrophies",
      "memberCount", country, "countryAt", "firstSeenAt", "observedAt", "observedDays", "membersComplete", "heldSince"
    from jsonb_to_recordset(${JSON.stringify(clubs)}::jsonb) as r(tag text, name text, description text, type text,
      "badgeId" integer, "requiredTrophies" integer, trophies integer, "firstTrophies" integer,
      "memberCount" integer, country text, "countryAt" timestamptz, "firstSeenAt" timestamptz, "observedAt" timestamptz,
      "observedDays" integer, "membersComplete" boolean, "heldSince" timestamptz)
    on conflict (tag) do update set name = excluded.name, description = excluded.description, type = excluded.type,
      badge_id = excluded.badge_id, required_trophies = excluded.required_trophies, trophies = excluded.trophies,
      member_count = excluded.member_count, country = excluded.country,
      country_at = excluded.country_at, observed_at = excluded.observed_at, observed_days = excluded.observed_days,
      members_complete = excluded.members_complete, held_since = excluded.held_since
  )`
}

export function memberPart(ledger: Ledger) {
  const members = changedMembers(ledger)
  if (members.length === 0) return null
  return sql`member as (
    insert into club_members (club_tag, player_tag, name, role, trophies, first_seen_at, joined_at, left_at)
    select "clubTag", "playerTag", name, role, trophies, "firstSeenAt", "joinedAt", "leftAt"
    from jsonb_to_recordset(${JSON.stringify(members)}::jsonb) as r("clubTag" text, "playerTag" text, name text,
      role text, trophies integer, "firstSeenAt" timestamptz, "joinedAt" timestamptz, "leftAt" timestamptz)
    on conflict (club_tag, player_tag) do update set name = excluded.name, role = excluded.role,
      trophies = excluded.trophies,
      joined_at = excluded.joined_at, left_at = excluded.left_at
  )`
}

export function eventStatements({ rosterEvents }: Ledger): Statement[] {
  const rows = rosterEvents.map((event) => ({
    club_tag: event.clubTag,
    kind: event.kind,
    player_tag: event.playerTag,
    player_name: event.playerName,
    before: event.before,
    after: event.after,
    observed_after: event.observedAfter,
    observed_at: event.observedAt,
  }))
  return insertRows('roster_events', rows)
}

/** Arrays of a month up to a day, as text: the day's number stands in its place, and all before are null. */
function arraysUpTo(day: CalendarDay): (figure: number | null | undefined) => string {
  const gap = 'NULL,'.repeat(Number(day.slice(8, 10)) - 1)
  return (figure) => `{${gap}${figure ?? 'NULL'}}`
}

/** Place of a day in its month's arrays, from 1. Part of the text, since a subscript cannot be a parameter. */
function dayIndex(day: CalendarDay) {
  return sql.lit(Number(day.slice(8, 10)))
}

function changedMembers(ledger: Ledger) {
  return [...ledger.changedMembers].flatMap(([clubTag, tags]) => {
    const club = getKnown(ledger.clubs, clubTag)
    return [...tags].map((playerTag) => ({ clubTag, playerTag, ...club.members.get(playerTag) }))
  })
}

function playerPart({ changedPlayers, players: known }: Ledger) {
  const players = [...changedPlayers].flatMap((tag) => known.get(tag) ?? [])
  if (players.length === 0) return null
  return sql`player as (
    insert into players (tag, name, name_color, icon_id, trophies, first_trophies, roster_trophies, club_tag, role,
      country, country_at, first_seen_at, observed_at, changed_at, last_battle_at)
    select tag, name, "nameColor", "iconId", trophies, "firstTrophies", "rosterTrophies", "clubTag", role,
      country, "countryAt", "firstSeenAt", "observedAt", "changedAt", "lastBattleAt"
    from jsonb_to_recordset(${JSON.stringify(players)}::jsonb) as r(tag text, name text, "nameColor" text,
      "iconId" integer, trophies integer, "firstTrophies" integer, "rosterTrophies" integer, "clubTag" text, role text,
      country text, "countryAt" timestamptz, "firstSeenAt" timestamptz, "observedAt" timestamptz, "changedAt" timestamptz,
      "lastBattleAt" timestamptz)
    on conflict (tag) do update set name = excluded.name, name_color = excluded.name_color, icon_id = excluded.icon_id,
      trophies = excluded.trophies, roster_trophies = excluded.roster_trophies, club_tag = excluded.club_tag,
      role = excluded.role, country = excluded.country, country_at = excluded.country_at,
      observed_at = excluded.observed_at, changed_at = excluded.changed_at
  )`
}

/** Adds former names. A name that came back is none any more. */
export function formerPart({ formerNames, players, clubs }: Ledger) {
  if (formerNames.length === 0) return null
  const nameNow = ({ tag, type }: { tag: string; type: 'club' | 'player' }) =>
    (type === 'club' ? clubs : players).get(tag)?.name
  const former = formerNames.filter((each) => each.name !== nameNow(each))
  const now = formerNames.map((each) => ({ tag: each.tag, type: each.type, name: nameNow(each) }))
  return sql`back as (
    delete from former_names stored
    using jsonb_to_recordset(${JSON.stringify(now)}::jsonb) as r(tag text, type text, name text)
    where stored.tag = r.tag and stored.type = r.type and stored.name = r.name
  ), former as (
    insert into former_names as stored (tag, type, name, last_seen_at)
    select tag, type, name, max("lastSeenAt")
    from jsonb_to_recordset(${JSON.stringify(former)}::jsonb)
      as r(tag text, type text, name text, "lastSeenAt" timestamptz)
    group by tag, type, name
    on conflict (tag, type, name) do update set last_seen_at = greatest(stored.last_seen_at, excluded.last_seen_at)
  )`
}

/** Adds to the daily series of every player whom the answers saw. */
function playerDayStatements({ playerDays, ladders, changedLadders }: Ledger, day: CalendarDay): Statement[] {
  const arrayOf = arraysUpTo(day)
  // A column that few have is written only with profiles: a scan of a club stays as cheap as it was.
  const hasLadders = changedLadders.size > 0
  const ladderIn = (tag: string) => {
    const ladder = changedLadders.has(tag) ? ladders.get(tag) : undefined
    return ladder === undefined ? null : (packMonths(ladder).get(monthOf(day)) ?? null)
  }
  const rows = [...playerDays].map(([tag, { close, changes, estimated, scans }]) => ({
    ...(hasLadders ? { ladder: ladderIn(tag) } : {}),
    player_tag: tag,
    month: monthOf(day),
    trophies: arrayOf(close),
    // An answer that came late, or was held back, tells no trophies: nobody knows yet what was played.
    changes: arrayOf(close === null ? null : changes),
    estimated: arrayOf(close === null ? null : estimated),
    scans: arrayOf(scans),
  }))
  const i = dayIndex(day)
  return insertRows(
    'player_months',
    rows,
    sql`
      on conflict (player_tag, month) do update set
        trophies[${i}] = coalesce(excluded.trophies[${i}], stored.trophies[${i}]),
        changes[${i}] = coalesce(coalesce(stored.changes[${i}], 0) + excluded.changes[${i}], stored.changes[${i}]),
        estimated[${i}] =
          coalesce(coalesce(stored.estimated[${i}], 0) + excluded.estimated[${i}], stored.estimated[${i}]),
        scans[${i}] = coalesce(stored.scans[${i}], 0) + excluded.scans[${i}]
        ${hasLadders ? sql`, ladder = coalesce(excluded.ladder, stored.ladder)` : sql``}`,
  )
}
