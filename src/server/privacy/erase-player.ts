import { sql } from 'kysely'
import type { Database } from '../database/connection.ts'

/** Tables of a player's own rows, and the column that holds the tag. */
const OWN = {
  observations: 'player_tag',
  player_months: 'player_tag',
  player_resets: 'player_tag',
  player_battles: 'player_tag',
  battle_log_coverage: 'player_tag',
  player_profiles: 'player_tag',
  players: 'tag',
} as const

/** Deletes all that was observed of a player, under present and former names. */
export async function forgetHistory(db: Database, tag: string): Promise<void> {
  for (const [table, column] of Object.entries(OWN)) {
    await sql`delete from ${sql.table(table)} where ${sql.ref(column)} = ${tag}`.execute(db)
  }
  for (const table of ['former_names', 'visits']) {
    await sql`delete from ${sql.table(table)} where type = 'player' and tag = ${tag}`.execute(db)
  }
}

/** Takes the player out of every stored ranking of players; the places of the others stay as they were. */
export async function leaveRankings(db: Database, tag: string): Promise<void> {
  await sql`
    update rankings set entries = coalesce((
      select jsonb_agg(entry order by place) from jsonb_array_elements(entries) with ordinality as e(entry, place)
      where entry ->> 'tag' <> ${tag}), '[]')
    where type <> 'clubs' and entries @> ${JSON.stringify([{ tag }])}::jsonb`.execute(db)
}

/** Takes the player out of the battles of others. */
export async function forgetMentions(db: Database, tag: string): Promise<void> {
  await sql`
    update battles set participants = array_remove(participants, ${tag}) where ${tag} = any (participants)`.execute(db)
}
