import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '../database/connection.ts'

type Tombstone = { tag: string; wish: 'hide' | 'delete'; since: Date }

/**
 * Sets the tombstone, which keeps the player from being stored and shown, and puts the alias in the player's place in
 * clubs and their events. Returns the clubs.
 */
export async function hidePlayer(db: Database, { tag, wish, since }: Tombstone): Promise<string[]> {
  const { alias } = await db
    .insertInto('tombstones')
    .values({ tag, wish, since, alias: `hidden-${randomBytes(6).toString('hex')}` })
    .onConflict((conflict) => conflict.column('tag').doUpdateSet({ wish }))
    .returning('alias')
    .executeTakeFirstOrThrow()
  await db.deleteFrom('roster_events').where('kind', '=', 'renamed').where('player_tag', '=', tag).execute()
  await db
    .updateTable('roster_events')
    .set({ player_tag: alias, player_name: null })
    .where('player_tag', '=', tag)
    .execute()
  await db
    .deleteFrom('collection_targets')
    .where('kind', 'in', ['player', 'battle-log'])
    .where('key', '=', tag)
    .execute()
  const { rows } = await sql<{ club_tag: string }>`
    update club_members set player_tag = ${alias} where player_tag = ${tag} returning club_tag`.execute(db)
  return rows.map((row) => row.club_tag)
}
