import { hash } from 'node:crypto'
import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { AppError } from '#server/kernel/errors.ts'
import { networkOf } from '#server/kernel/limits.ts'

/** How often a network may do what `name` says within a window. */
export type SharedLimit = { name: string; limit: number; windowMs: number }

/**
 * Counts one use by the address's network, or throws 429 with Retry-After and the given sentence, which may name the
 * seconds to wait. The store keeps the counts (docs/decisions/0011-limits-in-the-store.md): all processes share them, and
 * one statement decides a race.
 */
export async function admitShared(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { name, limit, windowMs }: SharedLimit,
  address: string,
  sentence: string | ((seconds: number) => string),
): Promise<void> {
  const now = clock.now()
  const key = hash('sha256', `${name} ${networkOf(address)}`, 'buffer')
  const { rows } = await sql`
    insert into throttle_windows as w (key, used, ends_at)
    values (${key}, 1, ${new Date(now.getTime() + windowMs)})
    on conflict (key) do update set
      used = case when w.ends_at <= ${now} then 1 else w.used + 1 end,
      ends_at = case when w.ends_at <= ${now} then excluded.ends_at else w.ends_at end
    where w.ends_at <= ${now} or w.used < ${limit}
    returning used`.execute(db)
  if (rows.length > 0) return
  const window = await db.selectFrom('throttle_windows').select('ends_at').where('key', '=', key).executeTakeFirst()
  const waitMs = (window?.ends_at ?? now).getTime() - now.getTime()
  const seconds = Math.max(1, Math.ceil(waitMs / 1000))
  const message = typeof sentence === 'string' ? sentence : sentence(seconds)
  throw new AppError('too_many', message, { retryAfterSeconds: seconds })
}

/** Deletes the counts whose window is over. */
export async function forgetExpiredWindows({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> {
  await db.deleteFrom('throttle_windows').where('ends_at', '<=', clock.now()).execute()
}
