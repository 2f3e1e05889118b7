import { setTimeout as pass } from 'node:timers/promises'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { type Database, queryRows } from '#server/database/database.ts'
import { AppError } from '#server/kernel/errors.ts'

const LOOK_EVERY_MS = 25

/** Longer than a day of an import takes. */
const LONGEST_MS = 20_000

/**
 * Waits until the transactions have ended that store answers of the game at this moment; later ones are not waited for. No
 * table is locked, so that nobody waits meanwhile. Throws `unavailable` when one of them takes too long.
 */
export async function endOfIngestions(db: Database): Promise<void> {
  const first = await underWay(db)
  for (let waited = 0; first.size > 0; waited += LOOK_EVERY_MS) {
    if (waited >= LONGEST_MS) {
      throw new AppError(
        'unavailable',
        'Delphin is busy storing answers of the game. Please check again in a minute.',
        {
          retryAfterSeconds: 60,
        },
      )
    }
    await pass(LOOK_EVERY_MS)
    const now = await underWay(db)
    for (const each of first) if (!now.has(each)) first.delete(each)
  }
}

/**
 * The transactions that write players or clubs, or have locked rows of them to do so. Who only reads, as an export does
 * for a long time, is not among them.
 */
async function underWay(db: Database): Promise<Set<string>> {
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
