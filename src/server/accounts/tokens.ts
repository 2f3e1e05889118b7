import type { Context } from '../context.ts'
import { hashSecret, newSecret } from './opaque-secret.ts'

const HOUR_MS = 3_600_000
const LIFETIME_MS = 30 * 24 * HOUR_MS

/** A new token of the user, which lives 30 days after its last use. */
export async function issueToken({ db, clock }: Context, userId: number): Promise<string> {
  const token = newSecret()
  const now = clock.now()
  await db
    .insertInto('user_sessions')
    .values({
      token_hash: hashSecret(token),
      user_id: userId,
      created_at: now,
      last_used_at: now,
      expires_at: new Date(now.getTime() + LIFETIME_MS),
    })
    .execute()
  return token
}

/** The user whose token this is; null when it is unknown, revoked or over. Its use is written down once an hour. */
export async function findTokenOwner({ db, clock }: Context, tokenHash: Buffer): Promise<number | null> {
  const now = clock.now()
  const session = await db
    .selectFrom('user_sessions')
    .select(['user_id', 'last_used_at'])
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  if (session === undefined) return null
  if (now.getTime() - session.last_used_at.getTime() >= HOUR_MS) {
    await db
      .updateTable('user_sessions')
      .set({ last_used_at: now, expires_at: new Date(now.getTime() + LIFETIME_MS) })
      .where('token_hash', '=', tokenHash)
      .execute()
  }
  return session.user_id
}

/** The token is dead at once; the user's others live on. */
export async function revokeToken({ db }: Context, tokenHash: Buffer): Promise<void> {
  await db.deleteFrom('user_sessions').where('token_hash', '=', tokenHash).execute()
}
