import { hash } from 'node:crypto'
import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import type { Asker } from '#server/game/game-api.ts'
import { AppError } from '#server/kernel/errors.ts'
import { networkOf } from '#server/kernel/limits.ts'
import type { Sentence } from '#shared/texts.ts'
import type { Visitor } from './serve.ts'

/** How often a network or user may do what `name` says within a window. */
export type SharedLimit = { name: string; limit: number; windowMs: number }

/** The sentence of a refusal, which may name the seconds to wait. */
export type WaitSentence = string | ((seconds: number) => string)

type Needs = Pick<Context, 'db' | 'clock'>

/** Counts one use by the address's network, or throws 429 with Retry-After and the given sentence. */
export function admitShared(
  context: Needs,
  limit: SharedLimit,
  address: string,
  sentence: WaitSentence,
): Promise<void> {
  return admitKey(context, limit, networkOf(address), sentence)
}

/** Counts one use by a user, or throws 429 with Retry-After and the given sentence. */
export function admitUser(context: Needs, limit: SharedLimit, userId: number, sentence: WaitSentence): Promise<void> {
  return admitKey(context, limit, `user ${userId}`, sentence)
}

/** The names under which calls of the game for a visitor are counted: the network's, and that of the account. */
export function askerOf(visitor: Visitor, address: string): Asker {
  const network = `network ${networkOf(address)}`
  return visitor.kind === 'user' ? [network, `user ${visitor.userId}`] : [network]
}

/**
 * Counts one use by whoever the text names. The store keeps the counts (docs/decisions/0011-limits-in-the-store.md):
 * all processes share them, and one statement decides a race.
 */
export async function admitKey(
  { db, clock }: Needs,
  { name, limit, windowMs }: SharedLimit,
  who: string,
  sentence: WaitSentence,
): Promise<void> {
  const now = clock.now()
  const key = hash('sha256', `${name} ${who}`, 'buffer')
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
  const told: Sentence = typeof sentence === 'string' ? sentence : () => sentence(seconds)
  throw new AppError('too_many', told, { retryAfterSeconds: seconds })
}

/** Deletes the counts whose window is over. */
export async function forgetExpiredWindows({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> {
  await db.deleteFrom('throttle_windows').where('ends_at', '<=', clock.now()).execute()
}
