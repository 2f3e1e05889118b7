import { sql } from 'kysely'
import type { Database } from '../database/connection.ts'

/** Takes the tombstone away and puts the tag back where the alias stood. Returns the clubs. */
export async function showPlayer(db: Database, tag: string): Promise<string[]> {
  const tombstone = await db.deleteFrom('tombstones').where('tag', '=', tag).returning('alias').executeTakeFirst()
  if (tombstone === undefined) return []
  await sql`
    update roster_events set player_tag = ${tag}, player_name = (select name from players where tag = ${tag})
    where player_tag = ${tombstone.alias}`.execute(db)
  const { rows } = await sql<{ club_tag: string }>`
    update club_members set player_tag = ${tag} where player_tag = ${tombstone.alias} returning club_tag`.execute(db)
  return rows.map((row) => row.club_tag)
}
