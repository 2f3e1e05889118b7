import { sql } from 'kysely'
import type { Context } from '../context.ts'

/** Longest wait of what failed, and of what the game does not know any more (see target-interval.ts); some more. */
const LONGEST_RETRY_SECONDS = 6 * 3600
const LONGEST_GONE_SECONDS = 7 * 24 * 3600
const SLACK_SECONDS = 3600

/**
 * Brings back turns that lie further ahead than any wait is long: they were set by a clock that has been put back since,
 * and nothing would be collected until it comes that far again. They are spread over their interval.
 */
export async function mendTurns({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<number> {
  const now = clock.now()
  const { numAffectedRows } = await sql`
    update collection_targets set due_at = ${now}::timestamptz + random() * interval_seconds * interval '1 second'
    where due_at > ${now}::timestamptz + interval '1 second' * (${SLACK_SECONDS}::integer + case
      when gone_at is not null then ${LONGEST_GONE_SECONDS}::integer
      when failures > 0 then greatest(interval_seconds, ${LONGEST_RETRY_SECONDS}::integer)
      else interval_seconds end)`.execute(db)
  return Number(numAffectedRows ?? 0)
}
