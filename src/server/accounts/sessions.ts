import { sql } from 'kysely'
import type { listSessions } from '#shared/contract/accounts.ts'
import type { Output } from '#shared/contract/endpoint.ts'
import type { Context } from '../context.ts'
import { AppError } from '../http/app-error.ts'
import type { Visitor } from '../http/visitor.ts'

type User = Extract<Visitor, { kind: 'user' }>

/** A part of the token's hash: enough to tell a user's few sessions apart, and no way to the token. */
const shortId = sql<string>`encode(substring(token_hash for 8), 'hex')`

/** Where the user is logged in, last used first. */
export async function sessionsOf(
  { db, clock }: Context,
  { userId, tokenHash }: User,
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

/** Ends one of the user's sessions; throws `not_found` for any other's, as for one that is not there. */
export async function endUserSession({ db, log }: Context, { userId }: User, id: string): Promise<void> {
  const ended = await db
    .deleteFrom('user_sessions')
    .where('user_id', '=', userId)
    .where(shortId, '=', id)
    .executeTakeFirst()
  if (ended.numDeletedRows === 0n) throw new AppError('not_found', 'This session is over already.')
  log.info({ audit: 'session_ended', userId }, 'session ended')
}
