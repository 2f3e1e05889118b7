import { sql } from 'kysely'
import type { Database } from '#server/database/database.ts'
import type { CalendarDay } from '#shared/days.ts'
import { packBrawlers } from './brawlers.ts'
import type { ClubState, Ledger } from './ledger.ts'

/**
 * Writes all that these answers changed of clubs, in one statement; `day` is the answers' UTC day. Parts that have
 * nothing to write are left out, since to plan them costs as much as to run them.
 */
export async function writeClubs(db: Database, ledger: Ledger, day: CalendarDay): Promise<void> {
  if (ledger.changedClubs.size === 0) return
  const days = [...ledger.clubDays].map(([tag, clubDay]) => ({ tag, ...clubDay }))
  const parts = [clubPart(ledger), memberPart(ledger), eventPart(ledger), clubResetPart(days, day)]
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

function clubResetPart(days: { tag: string; reset: number }[], day: CalendarDay) {
  const resets = days.filter(({ reset }) => reset !== 0).map(({ tag, reset }) => ({ tag, reset }))
  if (resets.length === 0) return null
  return sql`reset as (
    insert into club_resets (club_tag, day, trophies)
    select tag, ${day}::date, reset from jsonb_to_recordset(${JSON.stringify(resets)}::jsonb) as r(tag text, reset integer)
    on conflict (club_tag, day) do update set trophies = club_resets.trophies + excluded.trophies
  )`
}

/** Place of a day in its month's arrays, from 1. Part of the text, since a subscript cannot be a parameter. */
function dayIndex(day: CalendarDay) {
  return sql.lit(Number(day.slice(8, 10)))
}

function changedMembers(ledger: Ledger) {
  return [...ledger.changedMembers].flatMap(([clubTag, tags]) => {
    const club = ledger.clubs.get(clubTag) as ClubState
    return [...tags].map((playerTag) => ({ clubTag, playerTag, ...club.members.get(playerTag) }))
  })
}

/**
 * Writes what changed of the players, their new observations and their former names, in one statement. The column
 * `source` of an observation is the first letter of the answer's kind, a capital letter for a reset.
 */
export async function writePlayers(db: Database, ledger: Ledger): Promise<void> {
  if (ledger.changedPlayers.size === 0) return
  const players = [...ledger.changedPlayers].flatMap((tag) => ledger.players.get(tag) ?? [])
  await sql`
    with player as (
      insert into players (tag, name, name_color, icon_id, trophies, first_trophies, roster_trophies, club_tag, role,
        country, first_seen_at, observed_at, changed_at, last_battle_at)
      select tag, name, "nameColor", "iconId", trophies, "firstTrophies", "rosterTrophies", "clubTag", role,
        country, "firstSeenAt", "observedAt", "changedAt", "lastBattleAt"
      from jsonb_to_recordset(${JSON.stringify(players)}::jsonb) as r(tag text, name text, "nameColor" text,
        "iconId" integer, trophies integer, "firstTrophies" integer, "rosterTrophies" integer, "clubTag" text, role text,
        country text, "firstSeenAt" timestamptz, "observedAt" timestamptz, "changedAt" timestamptz, "lastBattleAt" timestamptz)
      on conflict (tag) do update set name = excluded.name, name_color = excluded.name_color, icon_id = excluded.icon_id,
        trophies = excluded.trophies, roster_trophies = excluded.roster_trophies, club_tag = excluded.club_tag,
        role = excluded.role, country = excluded.country, observed_at = excluded.observed_at,
        changed_at = excluded.changed_at
    )${formerPart(ledger)}
    insert into observations (player_tag, observed_at, trophies, source)
    select "playerTag", "observedAt", trophies,
      (case when "isReset" then upper(left(source, 1)) else left(source, 1) end)::"char"
    from jsonb_to_recordset(${JSON.stringify(ledger.observations)}::jsonb)
      as r("playerTag" text, "observedAt" timestamptz, trophies integer, source text, "isReset" boolean)
    on conflict (player_tag, observed_at) do nothing`.execute(db)
}

function formerPart({ formerNames }: Ledger) {
  if (formerNames.length === 0) return sql``
  return sql`, former as (
    insert into former_names (tag, type, name, last_seen_at)
    select distinct on (tag, type, name) tag, type, name, "lastSeenAt"
    from jsonb_to_recordset(${JSON.stringify(formerNames)}::jsonb)
      as r(tag text, type text, name text, "lastSeenAt" timestamptz)
    on conflict (tag, type, name) do update set last_seen_at = excluded.last_seen_at
  )`
}

/** Adds these answers to the daily series of every player they saw, in one statement; `day` is the answers' UTC day. */
export async function writePlayerDays(db: Database, ledger: Ledger, day: CalendarDay): Promise<void> {
  if (ledger.playerDays.size === 0) return
  const days = JSON.stringify([...ledger.playerDays].map(([tag, playerDay]) => ({ tag, ...playerDay })))
  const i = dayIndex(day)
  await sql`
    ${playerResetPart(ledger, day)}
    insert into player_months as stored (player_tag, month, trophies, changes, scans)
    select tag, date_trunc('month', ${day}::date), gap.i || close, gap.s || changes, gap.s || scans
    from jsonb_to_recordset(${days}::jsonb) as r(tag text, close integer, changes smallint, scans smallint),
      (select array_fill(null::integer, array[${i} - 1]) i, array_fill(null::smallint, array[${i} - 1]) s) gap
    on conflict (player_tag, month) do update set
      trophies[${i}] = excluded.trophies[${i}],
      changes[${i}] = coalesce(stored.changes[${i}], 0) + excluded.changes[${i}],
      scans[${i}] = coalesce(stored.scans[${i}], 0) + excluded.scans[${i}]`.execute(db)
}

function playerResetPart({ playerDays }: Ledger, day: CalendarDay) {
  const resets = [...playerDays].flatMap(([tag, { reset }]) => (reset === 0 ? [] : { tag, reset }))
  if (resets.length === 0) return sql``
  return sql`with reset as (
    insert into player_resets (player_tag, day, trophies)
    select tag, ${day}::date, reset from jsonb_to_recordset(${JSON.stringify(resets)}::jsonb) as r(tag text, reset integer)
    on conflict (player_tag, day) do update set trophies = player_resets.trophies + excluded.trophies
  )`
}

/** Stores the profiles, the newest of each player. */
export async function writeProfiles(db: Database, ledger: Ledger): Promise<void> {
  if (ledger.profiles.size === 0) return
  const rows = [...ledger.profiles.values()].map(({ readAt, profile }) => ({
    player_tag: profile.tag,
    read_at: readAt,
    highest_trophies: profile.highestTrophies,
    exp_level: profile.expLevel,
    victories_3vs3: profile.victories3v3,
    victories_solo: profile.soloVictories,
    victories_duo: profile.duoVictories,
    brawlers: packBrawlers(profile.brawlers),
  }))
  await db
    .insertInto('player_profiles')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .column('player_tag')
        .doUpdateSet((row) => ({
          read_at: row.ref('excluded.read_at'),
          highest_trophies: row.ref('excluded.highest_trophies'),
          exp_level: row.ref('excluded.exp_level'),
          victories_3vs3: row.ref('excluded.victories_3vs3'),
          victories_solo: row.ref('excluded.victories_solo'),
          victories_duo: row.ref('excluded.victories_duo'),
          brawlers: row.ref('excluded.brawlers'),
        }))
        .where(sql<boolean>`excluded.read_at > player_profiles.read_at`),
    )
    .execute()
}
