import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { AppError } from '#server/kernel/errors.ts'
import { networkOf } from '#server/kernel/limits.ts'

/** `limit` uses of what is named, for each network, per window. */
export type SharedLimit = { name: string; limit: number; windowMs: number }

type Needs = Pick<Context, 'db' | 'clock'>

/**
 * Counts one use by the address's network, or throws 429 with Retry-After and the sentence given. The count is kept in
 * the store: several processes share it, and one statement settles races.
 */
export async function admitShared(context: Needs, limit: SharedLimit, address: string, sentence: string) {
  const { db, clock } = context
  const now = clock.now()
  const key = createHash('sha256')
    .update(`${limit.name} ${networkOf(address)}`)
    .digest()
  const { rows } = await sql`
    insert into throttle_windows as w (key, used, ends_at)
    values (${key}, 1, ${new Date(now.getTime() + limit.windowMs)})
    on conflict (key) do update set
      used = case when w.ends_at <= ${now} then 1 else w.used + 1 end,
      ends_at = case when w.ends_at <= ${now} then excluded.ends_at else w.ends_at end
    where w.ends_at <= ${now} or w.used < ${limit.limit}
    returning used`.execute(db)
  if (rows.length > 0) return
  const window = await db.selectFrom('throttle_windows').select('ends_at').where('key', '=', key).executeTakeFirst()
  const wait = (window?.ends_at ?? now).getTime() - now.getTime()
  throw new AppError('too_many', sentence, { retryAfterSeconds: Math.max(1, Math.ceil(wait / 1000)) })
}
