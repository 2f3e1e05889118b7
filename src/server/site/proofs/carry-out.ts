import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import type { Database } from '#server/database/database.ts'
import { reviewsNaming } from '#server/directory/kept-reviews.ts'
import { leaveBattles } from '#server/history/battles/hide-in-battles.ts'
import { retryTransaction } from '#server/history/ingest/ingest.ts'
import { renameInRaw } from '#server/history/ingest/replay.ts'
import { deleteHistory, endOfIngestions, leaveRankings } from '#server/history/leave-history.ts'
import { clubChange, META_CHANGE, playerChange, RANKINGS_CHANGE } from '#server/kernel/announcements.ts'
import type { PrivacyChoice } from '#shared/contract/proofs.ts'
import { DAY_MS } from '#shared/days.ts'
import { kindsThatChange } from '#shared/event-texts.ts'

/** What a player can ask for. */

/** A deletion cannot be undone: whoever notices it in this time can stop it. */
const DELETION_WAITS_MS = DAY_MS

/**
 * Hides or shows a player, or hides them and has their history deleted after a day. Ends what an earlier request asked for
 * (docs/decisions/0008-hidden-players.md). Can be repeated, also after a crash.
 */
export async function carryOut(context: Context, tag: string, action: PrivacyChoice): Promise<void> {
  const { db, clock } = context
  const clubs = action === 'show' ? await show(db, tag) : await hide(context, tag, action)
  if (action !== 'show') {
    await leaveRankings(db, tag)
    await leaveBattles(db, tag)
  }
  await tellOthers(context, tag, clubs)
  const deletesAt = action === 'delete' ? new Date(clock.now().getTime() + DELETION_WAITS_MS) : undefined
  context.log.info({ audit: 'privacy_carried_out', tag, wish: action, deletesAt }, 'privacy request carried out')
}

/** Deletes the history of the players whose day is over, and the proofs that count no more. */
export async function deleteDue(context: Context): Promise<void> {
  const { db, clock } = context
  const dayAgo = new Date(clock.now().getTime() - DAY_MS)
  await db.deleteFrom('proofs').where('asked_at', '<=', dayAgo).where('expires_at', '<=', dayAgo).execute()
  const due = await db.selectFrom('tombstones').select('tag').where('deletes_at', '<=', clock.now()).execute()
  for (const { tag } of due) await deletePlayer(context, tag)
}

async function deletePlayer(context: Context, tag: string): Promise<void> {
  const { db, clock } = context
  // The row is locked first: a proof that comes meanwhile waits and finds the history deleted.
  const clubs = await inTransaction(db, async (transaction) => {
    const tombstone = await transaction
      .updateTable('tombstones')
      .set({ wish: 'delete' })
      .where('tag', '=', tag)
      .where('deletes_at', '<=', clock.now())
      .returning('alias')
      .executeTakeFirst()
    if (tombstone === undefined) return null
    const { alias } = tombstone
    const clubs = await hidePlayer(transaction, tag, alias)
    await deleteHistory(transaction, tag)
    await deleteAtDesks(transaction, tag, alias)
    await forgetByUsers(transaction, tag)
    await renameInRaw(transaction, clubs, tag, { tag: alias, name: alias })
    return clubs
  })
  if (clubs === null) return
  await leaveRankings(db, tag)
  await leaveBattles(db, tag)
  await tellOthers(context, tag, clubs)
  // At the end: after a crash the next turn does all of it again.
  await db
    .updateTable('tombstones')
    .set({ deletes_at: null })
    .where('tag', '=', tag)
    .where('wish', '=', 'delete')
    .where('deletes_at', '<=', clock.now())
    .execute()
  context.log.info({ audit: 'privacy_carried_out', tag, wish: 'deleted' }, 'history of a hidden player deleted')
}

/** A tag may also be that of a club, whose favourites stay. */
async function forgetByUsers(db: Database, tag: string): Promise<void> {
  await db.deleteFrom('favourites').where('type', '=', 'player').where('tag', '=', tag).execute()
  await db.deleteFrom('user_visits').where('tag', '=', tag).execute()
  await db.updateTable('users').set({ my_player: null }).where('my_player', '=', tag).execute()
}

async function tellOthers(context: Context, tag: string, clubs: string[]): Promise<void> {
  await context.summarise({ clubs, players: [tag] })
  const told = await reviewsNaming(context.db, tag)
  context.announcements.announce([playerChange(tag), ...clubs.map(clubChange), ...told, RANKINGS_CHANGE, META_CHANGE])
}

function inTransaction<T>(db: Database, run: (transaction: Database) => Promise<T>): Promise<T> {
  return retryTransaction(() => db.transaction().execute(run))
}

/**
 * Sets the tombstone, which every ingestion reads, and waits for those that began before it; then nobody stores the player
 * any more. Returns the clubs.
 */
async function hide({ db, clock }: Context, tag: string, action: 'hide' | 'delete'): Promise<string[]> {
  const now = clock.now()
  const deletes_at = action === 'delete' ? new Date(now.getTime() + DELETION_WAITS_MS) : null
  const { alias } = await db
    .insertInto('tombstones')
    .values({ tag, wish: 'hide', since: now, deletes_at, alias: `hidden-${randomBytes(6).toString('hex')}` })
    .onConflict((conflict) => conflict.column('tag').doUpdateSet({ wish: 'hide', deletes_at }))
    .returning('alias')
    .executeTakeFirstOrThrow()
  await endOfIngestions(db)
  return inTransaction(db, (transaction) => hidePlayer(transaction, tag, alias))
}

/** Replaces the tag by the alias in clubs and their events, and ends collecting. Returns the clubs. */
async function hidePlayer(db: Database, tag: string, alias: string): Promise<string[]> {
  const clubs = await lockClubs(db, tag, alias)
  await db.deleteFrom('discord_links').where('player_tag', '=', tag).execute()
  await db
    .deleteFrom('roster_events')
    .where('kind', 'in', kindsThatChange('name'))
    .where('player_tag', '=', tag)
    .execute()
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
  await db.deleteFrom('brawler_players').where('player_tag', '=', tag).execute()
  await markBrawlers(db, tag)
  await renameMember(db, tag, alias)
  await renameAtDesks(db, tag, alias)
  return clubs
}

/** Has it looked at again what the player does with brawlers, also after a job that began before this. */
async function markBrawlers(db: Database, tag: string): Promise<void> {
  await sql`
    insert into due_brawler_players (player_tag) values (${tag})
    on conflict (player_tag) do update set player_tag = excluded.player_tag where false`.execute(db)
}

/** Locks and returns the clubs with the player, under the tag or the alias: no scan of them is being stored meanwhile. */
async function lockClubs(db: Database, tag: string, alias: string): Promise<string[]> {
  const rows = await db
    .selectFrom('club_members')
    .select('club_tag')
    .distinct()
    .where('player_tag', 'in', [tag, alias])
    .execute()
  const clubs = rows.map((row) => row.club_tag)
  await db
    .selectFrom('clubs')
    .select('tag')
    .where('tag', '=', sql<string>`any(${clubs})`)
    .orderBy('tag')
    .forUpdate()
    .execute()
  return clubs
}

function show(db: Database, tag: string): Promise<string[]> {
  return inTransaction(db, (transaction) => showPlayer(transaction, tag))
}

/** Removes the tombstone and puts the tag back in place of the alias. Returns the clubs. */
async function showPlayer(db: Database, tag: string): Promise<string[]> {
  const hidden = await db.selectFrom('tombstones').select('alias').where('tag', '=', tag).executeTakeFirst()
  if (hidden === undefined) return []
  const clubs = await lockClubs(db, tag, hidden.alias)
  const tombstone = await db.deleteFrom('tombstones').where('tag', '=', tag).returning('alias').executeTakeFirst()
  if (tombstone === undefined) return []
  const player = await db.selectFrom('players').select('name').where('tag', '=', tag).executeTakeFirst()
  await db
    .updateTable('roster_events')
    .set({ player_tag: tag, player_name: player?.name ?? null })
    .where('player_tag', '=', tombstone.alias)
    .execute()
  await markBrawlers(db, tag)
  await renameMember(db, tombstone.alias, tag)
  await renameAtDesks(db, tombstone.alias, tag)
  await renameInRaw(db, clubs, tombstone.alias, { tag, name: player?.name ?? tag })
  return clubs
}

/** Replaces a tag or alias in the lists of members. */
async function renameMember(db: Database, from: string, to: string): Promise<void> {
  // A scan between the tombstone and this has the other one already.
  await sql`
    delete from club_members m where player_tag = ${from} and exists (
      select from club_members other where other.club_tag = m.club_tag and other.player_tag = ${to})`.execute(db)
  await db.updateTable('club_members').set({ player_tag: to, name: null }).where('player_tag', '=', from).execute()
}

/** What leaders noted of a player: tables of the desk with one row or more for each of their players. */
const NOTED = ['member_marks', 'absences', 'queue_decisions', 'club_staff', 'desk_log'] as const

/** What is kept of clubs and players with others' tags in it. */
const TOLD = [
  ['week_reports', 'report'],
  ['club_reviews', 'review'],
  ['player_reviews', 'review'],
] as const

/** Replaces a tag or alias in what leaders noted: a hidden player is known at desks by the alias alone. */
async function renameAtDesks(db: Database, from: string, to: string): Promise<void> {
  // A leader who had the desk open meanwhile may have noted something under the other name. The newer one stays.
  for (const table of ['queue_decisions', 'club_staff'] as const) {
    await sql`
      delete from ${sql.table(table)} one using ${sql.table(table)} other
      where one.desk = other.desk and one.player_tag in (${from}, ${to}) and other.player_tag in (${from}, ${to})
        and (one.changed_at, one.player_tag) < (other.changed_at, other.player_tag)`.execute(db)
  }
  for (const table of NOTED) {
    await sql`update ${sql.table(table)} set player_tag = ${to} where player_tag = ${from}`.execute(db)
  }
  const key = (tag: string) => JSON.stringify(tag)
  await sql`
    update desk_log set undo = replace(undo::text, ${key(from)}, ${key(to)})::jsonb,
      record = replace(record, ${` ${from}`}, ${` ${to}`})
    where player_tag = ${to}`.execute(db)
  for (const [table, column] of TOLD) {
    const told = sql.ref(column)
    await sql`
      update ${sql.table(table)} set ${told} = replace(${told}::text, ${key(from)}, ${key(to)})::jsonb
      where position(${key(from)} in ${told}::text) > 0`.execute(db)
  }
}

/** Deletes what leaders noted of a hidden player, and who proved that the player is theirs. */
async function deleteAtDesks(db: Database, tag: string, alias: string): Promise<void> {
  for (const table of NOTED) {
    await sql`delete from ${sql.table(table)} where player_tag in (${tag}, ${alias})`.execute(db)
  }
  for (const table of ['linked_players', 'proofs'] as const) {
    await db.deleteFrom(table).where('player_tag', '=', tag).execute()
  }
}
