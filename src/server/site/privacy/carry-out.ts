import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import type { Database } from '#server/database/database.ts'
import { renameInRaw } from '#server/history/ingest/replay.ts'
import { clubChange, playerChange, RANKINGS_CHANGE } from '#server/kernel/announcements.ts'
import type { PRIVACY_CHOICES } from '#shared/contract/privacy.ts'

/** What a player can ask for. */
export type PrivacyAction = (typeof PRIVACY_CHOICES)[number]

/** Hides, shows or deletes a player (docs/decisions/0008-hidden-players.md). Can be repeated, also after a crash. */
export async function carryOut(context: Context, tag: string, action: PrivacyAction): Promise<void> {
  const { db, clock } = context
  const clubs = await db.transaction().execute(async (transaction) => {
    // Every ingestion reads this table first: the lock waits for those under way, and later ones see the tombstone.
    await sql`lock table tombstones in access exclusive mode`.execute(transaction)
    if (action === 'show') return showPlayer(transaction, tag)
    const { clubs, alias } = await hidePlayer(transaction, { tag, wish: action, since: clock.now() })
    if (action === 'delete') {
      await deleteHistory(transaction, tag)
      await renameInRaw(transaction, clubs, tag, { tag: alias, name: alias })
    }
    return clubs
  })
  if (action !== 'show') await leaveRankings(db, tag)
  if (action === 'delete') await leaveBattles(db, tag)
  await context.summarise({ clubs, players: [tag] })
  context.announcements.announce([playerChange(tag), ...clubs.map(clubChange), RANKINGS_CHANGE])
  context.log.info({ audit: 'privacy_carried_out', tag, wish: action }, 'privacy request carried out')
}

type Tombstone = { tag: string; wish: 'hide' | 'delete'; since: Date }

/**
 * Sets the tombstone, after which the player is neither stored nor shown, and replaces the tag by an alias in clubs and
 * their events. Returns the clubs and the alias.
 */
async function hidePlayer(db: Database, { tag, wish, since }: Tombstone): Promise<{ clubs: string[]; alias: string }> {
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
  await db.deleteFrom('due_replays').where('type', '=', 'player').where('tag', '=', tag).execute()
  return { clubs: await renameMember(db, tag, alias), alias }
}

/** Removes the tombstone and puts the tag back in place of the alias. Returns the clubs. */
async function showPlayer(db: Database, tag: string): Promise<string[]> {
  const tombstone = await db.deleteFrom('tombstones').where('tag', '=', tag).returning('alias').executeTakeFirst()
  if (tombstone === undefined) return []
  const player = await db.selectFrom('players').select('name').where('tag', '=', tag).executeTakeFirst()
  await db
    .updateTable('roster_events')
    .set({ player_tag: tag, player_name: player?.name ?? null })
    .where('player_tag', '=', tombstone.alias)
    .execute()
  const clubs = await renameMember(db, tombstone.alias, tag)
  await renameInRaw(db, clubs, tombstone.alias, { tag, name: player?.name ?? tag })
  return clubs
}

/** Replaces a tag or alias in the lists of members. Returns the clubs. */
async function renameMember(db: Database, from: string, to: string): Promise<string[]> {
  const rows = await db
    .updateTable('club_members')
    .set({ player_tag: to, name: null })
    .where('player_tag', '=', from)
    .returning('club_tag')
    .execute()
  return rows.map((row) => row.club_tag)
}

/** The tables with rows of a player's own, and the columns that hold the tag. */
const TAG_COLUMNS = {
  player_answers: 'player_tag',
  player_months: 'player_tag',
  player_resets: 'player_tag',
  player_battles: 'player_tag',
  battle_log_coverage: 'player_tag',
  player_profiles: 'player_tag',
  players: 'tag',
} as const

/** Deletes everything observed of a player, their names and the visits of their page. */
async function deleteHistory(db: Database, tag: string): Promise<void> {
  for (const [table, column] of Object.entries(TAG_COLUMNS)) {
    await sql`delete from ${sql.table(table)} where ${sql.ref(column)} = ${tag}`.execute(db)
  }
  for (const table of ['former_names', 'visits'] as const) {
    await db.deleteFrom(table).where('type', '=', 'player').where('tag', '=', tag).execute()
  }
}

/** Removes the player from all stored rankings of players. The ranks of the others stay as they were. */
async function leaveRankings(db: Database, tag: string): Promise<void> {
  await sql`
    update rankings set entries = coalesce((
      select jsonb_agg(entry order by place) from jsonb_array_elements(entries) with ordinality as e(entry, place)
      where entry ->> 'tag' <> ${tag}), '[]')
    where type <> 'clubs' and entries @> ${JSON.stringify([{ tag }])}::jsonb`.execute(db)
}

/** Removes the player from the battles of others. */
async function leaveBattles(db: Database, tag: string): Promise<void> {
  await sql`
    update battles set participants = array_remove(participants, ${tag}) where ${tag} = any (participants)`.execute(db)
}
