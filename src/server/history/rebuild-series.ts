import { sql } from 'kysely'
import type { Database } from '#server/database/database.ts'
import { replayDue } from './ingest/replay.ts'

/**
 * Makes everything that comes from raw answers again: events, members and days of clubs, days and resets of players. Days
 * whose raw answers were dropped stay as they are. To repeat it changes nothing. Returns the number of players.
 */
export async function rebuildSeries({ db }: { db: Database }): Promise<number> {
  await sql`
    insert into due_replays (type, tag) select 'club', tag from clubs union all select 'player', tag from players
    on conflict do nothing`.execute(db)
  const { players } = await db
    .selectFrom('players')
    .select((player) => player.fn.countAll<number>().as('players'))
    .executeTakeFirstOrThrow()
  await replayDue(db)
  return players
}
