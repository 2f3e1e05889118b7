import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { hashSecret, newSecret } from './opaque-secret.ts'
import type { Credentials } from './users.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const IDLE_MS = 30 * DAY_MS
const ABSOLUTE_MS = 90 * DAY_MS

/** Sessions a user may have; with one more the one that was used longest ago ends. */
const SESSIONS_MAX = 20

/**
 * A new token of the user, which lives 30 days after its last use and 90 days in all. Null when the account has gone
 * or its password was changed since it was proved.
 */
export async function issueToken({ db, clock }: Context, owner: Credentials): Promise<string | null> {
  const token = newSecret()
  const now = clock.now()
  // The lock makes a change of the password, which ends the sessions, wait for this one or be seen by it.
  const { rows } = await sql`
    insert into user_sessions (token_hash, user_id, created_at, last_used_at, expires_at)
    select ${hashSecret(token)}, id, ${now}, ${now}, ${expiry(now, now)} from users
    where id = ${owner.id} and password_hash = ${owner.passwordHash} for share
    returning user_id`.execute(db)
  if (rows.length === 0) return null
  await sql`
    delete from user_sessions where token_hash in (
      select token_hash from user_sessions where user_id = ${owner.id}
      order by last_used_at desc, created_at desc offset ${SESSIONS_MAX}
    )`.execute(db)
  return token
}

/** The user whose token this is; null when it is unknown, revoked or over. Its use is written down once an hour. */
export async function findTokenOwner({ db, clock }: Context, tokenHash: Buffer): Promise<number | null> {
  const now = clock.now()
  const session = await db
    .selectFrom('user_sessions')
    .select(['user_id', 'created_at', 'last_used_at'])
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  if (session === undefined) return null
  if (now.getTime() - session.last_used_at.getTime() >= HOUR_MS) {
    await db
      .updateTable('user_sessions')
      .set({ last_used_at: now, expires_at: expiry(session.created_at, now) })
      .where('token_hash', '=', tokenHash)
      .execute()
  }
  return session.user_id
}

/** The token is dead at once; the user's others live on. */
export async function revokeToken({ db }: Context, tokenHash: Buffer): Promise<void> {
  await db.deleteFrom('user_sessions').where('token_hash', '=', tokenHash).execute()
}

function expiry(createdAt: Date, usedAt: Date): Date {
  return new Date(Math.min(usedAt.getTime() + IDLE_MS, createdAt.getTime() + ABSOLUTE_MS))
}
