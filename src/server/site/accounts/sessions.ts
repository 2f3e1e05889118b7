import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { AppError } from '#server/kernel/errors.ts'
import { hashSecret, newSecret, readSecret } from '#server/kernel/secrets.ts'
import type { listSessions, login } from '#shared/contract/accounts.ts'
import type { Input, Output } from '#shared/contract/endpoint.ts'
import { DAY_MS, HOUR_MS } from '#shared/days.ts'
import { said } from '#shared/texts.ts'
import type { RequestFacts, SignedInUser, Visitor } from '../http/serve.ts'
import { forgetExpiredWindows } from '../http/shared-rate-limit.ts'
import { forgetMailTraces, noteSignIn, type SignInFrom } from './account-mail.ts'
import { hashPassword, isOutdated, verifyPassword } from './hashed-secrets.ts'
import { admitLogin, forgetOldTries, rememberNetwork } from './login-guard.ts'
import { findGuest } from './search-quota.ts'
import { type Credentials, findCredentials, getAccount } from './users.ts'

/** The visitor of a request: the owner of a valid token, otherwise of a valid guest session, otherwise nobody. */
export async function identifyVisitor(context: Context, facts: RequestFacts): Promise<Visitor> {
  const tokenHash = readSecret(/^Bearer (\S+)$/i.exec(facts.authorization ?? '')?.[1])
  const userId = tokenHash && (await findTokenOwner(context, tokenHash))
  if (tokenHash !== null && userId !== null) return { kind: 'user', userId, tokenHash }
  const sessionHash = readSecret(facts.guestSession)
  const guest = sessionHash && (await findGuest(context, sessionHash))
  return sessionHash !== null && guest !== null ? { kind: 'guest', sessionHash } : { kind: 'nobody' }
}

type Login = Input<typeof login>['body']

/** Returns a token for the right password. For an unknown user and a wrong password, answer and time are the same. */
export async function logIn(
  context: Context,
  { identifier, password }: Login,
  { address, agent }: SignInFrom,
): Promise<Output<typeof login>> {
  try {
    await admitLogin(context, identifier, address)
  } catch (refusal) {
    context.log.warn({ audit: 'login_throttled', address }, 'login throttled')
    throw refusal
  }
  const known = await findCredentials(context, identifier)
  const right = await verifyPassword(password, known?.passwordHash)
  const token = known !== undefined && right ? await issueFreshToken(context, known, password) : null
  if (known === undefined || token === null) {
    context.log.warn({ audit: 'login_refused', userId: known?.id ?? null, address }, 'login refused')
    throw new AppError('unauthorized', said('error.invalidLogin'), { code: 'invalid_login' })
  }
  const account = await getAccount(context, known.id)
  await rememberNetwork(context, [account.user.email, account.user.username], address)
  await noteSignIn(context, account.id, { address, agent })
  context.log.info({ audit: 'logged_in', userId: account.id, address }, 'logged in')
  return { token, user: account.user, search_history: account.ownHistory }
}

/** A new token. First replaces a password hash with old parameters, since only now the password is known. */
async function issueFreshToken(context: Context, proved: Credentials, password: string): Promise<string | null> {
  const { id, passwordHash } = proved
  if (!isOutdated(passwordHash)) return issueToken(context, proved)
  const renewed = await hashPassword(password)
  await context.db
    .updateTable('users')
    .set({ password_hash: renewed })
    .where('id', '=', id)
    .where('password_hash', '=', passwordHash)
    .execute()
  return issueToken(context, { id, passwordHash: renewed })
}

const IDLE_MS = 30 * DAY_MS
const ABSOLUTE_MS = 90 * DAY_MS

/** Sessions that a user may have. One more ends the session that was unused the longest. */
const SESSIONS_MAX = 20

/**
 * A new token, valid for 30 days after its last use and 90 days in all. Null when the account was deleted, or its
 * password changed, since the password was proved.
 */
async function issueToken({ db, clock }: Context, owner: Credentials): Promise<string | null> {
  const token = newSecret()
  const now = clock.now()
  // A change of the password ends all sessions. The lock makes it wait for this one, or this statement sees it.
  const { rows } = await sql`
    insert into user_sessions (token_hash, user_id, created_at, last_used_at, expires_at)
    select ${hashSecret(token)}, id, ${now}, ${now}, ${computeExpiry(now, now)} from users
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

/** The user of a token; null when it is unknown, revoked or expired. Notes its use once an hour. */
async function findTokenOwner({ db, clock }: Context, tokenHash: Buffer): Promise<number | null> {
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
      .set({ last_used_at: now, expires_at: computeExpiry(session.created_at, now) })
      .where('token_hash', '=', tokenHash)
      .execute()
  }
  return session.user_id
}

/** Makes the token invalid at once. Other tokens of the user stay valid. */
export async function revokeToken({ db }: Context, tokenHash: Buffer): Promise<void> {
  await db.deleteFrom('user_sessions').where('token_hash', '=', tokenHash).execute()
}

function computeExpiry(createdAt: Date, usedAt: Date): Date {
  return new Date(Math.min(usedAt.getTime() + IDLE_MS, createdAt.getTime() + ABSOLUTE_MS))
}

/** A part of the token's hash: it tells a user's few sessions apart, and the token cannot be found from it. */
const shortId = sql<string>`encode(substring(token_hash for 8), 'hex')`

/** The user's sessions, last used first. */
export async function listUserSessions(
  { db, clock }: Context,
  { userId, tokenHash }: SignedInUser,
): Promise<Output<typeof listSessions>> {
  const rows = await db
    .selectFrom('user_sessions')
    .select([shortId.as('id'), 'token_hash', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', clock.now())
    .orderBy('last_used_at', 'desc')
    .orderBy('created_at', 'desc')
    .execute()
  const sessions = rows.map((row) => ({
    id: row.id,
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at.toISOString(),
    current: tokenHash.equals(row.token_hash),
  }))
  return { sessions }
}

/** Ends one of the user's sessions. Throws `not_found` for an unknown one and for one of another user. */
export async function endUserSession({ db, log }: Context, { userId }: SignedInUser, id: string): Promise<void> {
  const ended = await db
    .deleteFrom('user_sessions')
    .where('user_id', '=', userId)
    .where(shortId, '=', id)
    .executeTakeFirst()
  if (ended.numDeletedRows === 0n) throw new AppError('not_found', said('error.sessionEnded'))
  log.info({ audit: 'session_ended', userId }, 'session ended')
}

/** Deletes expired sessions of users and guests, and the counts of limits that are over. Runs every hour. */
export async function forgetExpired(context: Context): Promise<void> {
  const { db, clock } = context
  const now = clock.now()
  await db.deleteFrom('user_sessions').where('expires_at', '<=', now).execute()
  await db.deleteFrom('guest_sessions').where('expires_at', '<=', now).execute()
  await forgetExpiredWindows(context)
  await forgetOldTries(context)
  await forgetMailTraces(context)
}
