import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import type { Database } from '#server/database/database.ts'
import { clubChange, playerChange, RANKINGS_CHANGE } from '#server/kernel/announcements.ts'
import type { PRIVACY_CHOICES } from '#shared/contract/privacy.ts'

/** What a player can ask for. */
export type PrivacyAction = (typeof PRIVACY_CHOICES)[number]

/** Does what the player asked for. Repeating it changes nothing; a crash in between is mended by repeating it. */
export async function carryOut(context: Context, tag: string, wish: PrivacyAction): Promise<void> {
  const { db, clock } = context
  const clubs = await db.transaction().execute(async (transaction) => {
    // Whoever stores players reads this table first: those under way are waited for, those to come see what is written.
    await sql`lock table tombstones in access exclusive mode`.execute(transaction)
    if (wish === 'show') return showPlayer(transaction, tag)
    const ofClubs = await hidePlayer(transaction, { tag, wish, since: clock.now() })
    if (wish === 'delete') await forgetHistory(transaction, tag)
    return ofClubs
  })
  if (wish !== 'show') await leaveRankings(db, tag)
  if (wish === 'delete') await forgetMentions(db, tag)
  await context.summarise({ clubs, players: [tag] })
  context.announcements.announce([playerChange(tag), ...clubs.map(clubChange), RANKINGS_CHANGE])
  context.log.info({ audit: 'privacy_carried_out', tag, wish }, 'privacy request carried out')
}

type Tombstone = { tag: string; wish: 'hide' | 'delete'; since: Date }

/**
 * Sets the tombstone, which keeps the player from being stored and shown, and puts the alias in the player's place in
 * clubs and their events. Returns the clubs.
 */
async function hidePlayer(db: Database, { tag, wish, since }: Tombstone): Promise<string[]> {
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

/** Takes the tombstone away and puts the tag back where the alias stood. Returns the clubs. */
async function showPlayer(db: Database, tag: string): Promise<string[]> {
  const tombstone = await db.deleteFrom('tombstones').where('tag', '=', tag).returning('alias').executeTakeFirst()
  if (tombstone === undefined) return []
  await sql`
    update roster_events set player_tag = ${tag}, player_name = (select name from players where tag = ${tag})
    where player_tag = ${tombstone.alias}`.execute(db)
  const { rows } = await sql<{ club_tag: string }>`
    update club_members set player_tag = ${tag} where player_tag = ${tombstone.alias} returning club_tag`.execute(db)
  return rows.map((row) => row.club_tag)
}

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
async function forgetHistory(db: Database, tag: string): Promise<void> {
  for (const [table, column] of Object.entries(OWN)) {
    await sql`delete from ${sql.table(table)} where ${sql.ref(column)} = ${tag}`.execute(db)
  }
  for (const table of ['former_names', 'visits']) {
    await sql`delete from ${sql.table(table)} where type = 'player' and tag = ${tag}`.execute(db)
  }
}

/** Takes the player out of every stored ranking of players; the places of the others stay as they were. */
async function leaveRankings(db: Database, tag: string): Promise<void> {
  await sql`
    update rankings set entries = coalesce((
      select jsonb_agg(entry order by place) from jsonb_array_elements(entries) with ordinality as e(entry, place)
      where entry ->> 'tag' <> ${tag}), '[]')
    where type <> 'clubs' and entries @> ${JSON.stringify([{ tag }])}::jsonb`.execute(db)
}

/** Takes the player out of the battles of others. */
async function forgetMentions(db: Database, tag: string): Promise<void> {
  await sql`
    update battles set participants = array_remove(participants, ${tag}) where ${tag} = any (participants)`.execute(db)
}
