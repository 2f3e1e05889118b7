import { sql } from 'kysely'
import type { Context } from '../context.ts'

/** What was done: clubs and players whose data were renewed, and summaries computed. */
export type Work = { updates: number; summaries: number }

/** Counts work in its hour. */
export async function countWork(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { updates, summaries }: Work,
): Promise<void> {
  if (updates === 0 && summaries === 0) return
  await sql`
    insert into hourly_work as stored (hour, updates, summaries)
    values (date_trunc('hour', ${clock.now()}::timestamptz, 'UTC'), ${updates}, ${summaries})
    on conflict (hour) do update set updates = stored.updates + excluded.updates,
      summaries = stored.summaries + excluded.summaries`.execute(db)
}
