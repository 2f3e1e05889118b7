import { sql } from 'kysely'
import type { Database } from '../database/connection.ts'
import type { Ledger } from './ledger.ts'
import { dayIndex } from './write-clubs.ts'

/**
 * Writes what changed of the players, their new observations and their former names, in one statement. The source of an
 * observation is the first letter of what told it, a capital when its fall was a reset.
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

/** Names are rarely changed: no part of the statement when none was. */
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

/** Adds these answers to the daily series of everyone they saw, in one statement. `day` is the UTC day they are of. */
export async function writePlayerDays(db: Database, ledger: Ledger, day: string): Promise<void> {
  if (ledger.playerDays.size === 0) return
  const days = JSON.stringify([...ledger.playerDays].map(([tag, playerDay]) => ({ tag, ...playerDay })))
  const i = dayIndex(day)
  await sql`
    ${resetPart(ledger, day)}
    insert into player_months as stored (player_tag, month, trophies, changes, scans)
    select tag, date_trunc('month', ${day}::date), gap.i || close, gap.s || changes, gap.s || scans
    from jsonb_to_recordset(${days}::jsonb) as r(tag text, close integer, changes smallint, scans smallint),
      (select array_fill(null::integer, array[${i} - 1]) i, array_fill(null::smallint, array[${i} - 1]) s) gap
    on conflict (player_tag, month) do update set
      trophies[${i}] = excluded.trophies[${i}],
      changes[${i}] = coalesce(stored.changes[${i}], 0) + excluded.changes[${i}],
      scans[${i}] = coalesce(stored.scans[${i}], 0) + excluded.scans[${i}]`.execute(db)
}

function resetPart({ playerDays }: Ledger, day: string) {
  const resets = [...playerDays].flatMap(([tag, { reset }]) => (reset === 0 ? [] : { tag, reset }))
  if (resets.length === 0) return sql``
  return sql`with reset as (
    insert into player_resets (player_tag, day, trophies)
    select tag, ${day}::date, reset from jsonb_to_recordset(${JSON.stringify(resets)}::jsonb) as r(tag text, reset integer)
    on conflict (player_tag, day) do update set trophies = player_resets.trophies + excluded.trophies
  )`
}
