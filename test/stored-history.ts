import { sql } from 'kysely'
import type { Database } from '#server/database/connection.ts'

const TABLES = [
  'clubs',
  'players',
  'club_members',
  'roster_events',
  'observations',
  'player_months',
  'club_months',
  'player_resets',
  'club_resets',
  'battles',
  'player_battles',
  'battle_log_coverage',
] as const

/** Every row of the history as text: equal before and after what must change nothing. */
export async function storedHistory(db: Database): Promise<Record<string, string[]>> {
  const tables: Record<string, string[]> = {}
  for (const table of TABLES) {
    const { rows } = await sql<{ line: string }>`select t::text as line from ${sql.table(table)} t order by 1`.execute(
      db,
    )
    tables[table] = rows.map(({ line }) => line)
  }
  return tables
}
