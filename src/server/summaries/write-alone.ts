import { sql } from 'kysely'
import type { Database } from '../database/connection.ts'

/**
 * Runs a change of the summaries in a transaction, one at a time on the whole store: what a row counted before is then
 * certain, and two changes never wait for each other's rows in a circle. Readers are not held up.
 */
export async function writeAlone(db: Database, change: (transaction: Database) => Promise<unknown>): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await sql`lock table entity_counts in exclusive mode`.execute(transaction)
    await change(transaction)
  })
}
