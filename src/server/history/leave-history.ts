import { setTimeout as pass } from 'node:timers/promises'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { type Database, queryRows } from '#server/database/database.ts'
import { AppError } from '#server/kernel/errors.ts'
import { said } from '#shared/texts.ts'

const LOOK_EVERY_MS = 25

/** Longer than a day of an import takes. */
const LONGEST_MS = 20_000

/**
 * Waits until the transactions have ended that store answers of the game at this moment; later ones are not waited for. No
 * table is locked, so that nobody waits meanwhile. Throws `unavailable` when one of them takes too long.
 */
export async function endOfIngestions(db: Database): Promise<void> {
  const first = await readWritingTransactions(db)
  for (let waited = 0; first.size > 0; waited += LOOK_EVERY_MS) {
    if (waited >= LONGEST_MS) {
      throw new AppError('unavailable', said('error.busyStoring'), {
        retryAfterSeconds: 60,
      })
    }
    await pass(LOOK_EVERY_MS)
    const now = await readWritingTransactions(db)
    for (const each of first) if (!now.has(each)) first.delete(each)
  }
}

/**
 * The transactions that write players or clubs, or have locked rows of them to do so. Who only reads, as an export does
 * for a long time, is not among them.
 */
async function readWritingTransactions(db: Database): Promise<Set<string>> {
  const rows = await queryRows(
    db,
    { id: z.string() },
    sql`
      select distinct virtualtransaction as id from pg_locks
      where database = (select oid from pg_database where datname = current_database())
        and relation = any(array['players', 'clubs', 'due_replays']::regclass[])
        and mode in ('RowShareLock', 'RowExclusiveLock') and granted and pid <> pg_backend_pid()`,
  )
  return new Set(rows.map(({ id }) => id))
}

/** The tables with rows of a player's own, and the columns that hold the tag. */
const TAG_COLUMNS = {
  player_answers: 'player_tag',
  player_months: 'player_tag',
  player_resets: 'player_tag',
  player_battles: 'player_tag',
  player_battle_months: 'player_tag',
  due_battle_months: 'player_tag',
  brawler_players: 'player_tag',
  due_brawler_players: 'player_tag',
  battle_log_coverage: 'player_tag',
  player_profiles: 'player_tag',
  players: 'tag',
} as const

/** Deletes everything observed of a player, their names and the visits of their page. */
export async function deleteHistory(db: Database, tag: string): Promise<void> {
  for (const [table, column] of Object.entries(TAG_COLUMNS)) {
    await sql`delete from ${sql.table(table)} where ${sql.ref(column)} = ${tag}`.execute(db)
  }
  for (const table of ['former_names', 'visits'] as const) {
    await db.deleteFrom(table).where('type', '=', 'player').where('tag', '=', tag).execute()
  }
}

/** Removes the player from all stored rankings of players. The ranks of the others stay as they were. */
export async function leaveRankings(db: Database, tag: string): Promise<void> {
  await sql`
    update rankings set entries = coalesce((
      select jsonb_agg(entry order by place) from jsonb_array_elements(entries) with ordinality as e(entry, place)
      where entry ->> 'tag' <> ${tag}), '[]')
    where type <> 'clubs' and entries @> ${JSON.stringify([{ tag }])}::jsonb`.execute(db)
}
