import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { User as UserSchema } from '#shared/contract/accounts.ts'
import type { Context } from '../context.ts'
import { AppError } from '../http/app-error.ts'
import { accountKey } from './login-guard.ts'

export type User = z.output<typeof UserSchema>

export type Account = { id: number; user: User; ownHistory: string[]; passwordHash: string }

/** The user of a token that was found; throws `unauthorized` when the account has gone since. */
export async function getAccount(context: Context, userId: number): Promise<Account> {
  const row = await accounts(context).where('users.id', '=', userId).executeTakeFirst()
  if (row === undefined) throw new AppError('unauthorized', 'Please log in', { code: 'login_required' })
  return accountOf(row)
}

/** What a login is checked against. */
export type Credentials = { id: number; passwordHash: string }

/**
 * The user with that email or username in whatever case. A username has no @, so only one of the two can be meant. Reads
 * no more than it must: whether there is such a user shall not be told by the time it takes.
 */
export async function findCredentials({ db }: Context, identifier: string): Promise<Credentials | undefined> {
  const column = identifier.includes('@') ? sql.ref<string>('email') : sql.ref<string>('username')
  const row = await db
    .selectFrom('users')
    .select(['id', 'password_hash'])
    .where(sql<boolean>`lower(${column} collate "C") = ${accountKey(identifier)}`)
    .executeTakeFirst()
  return row && { id: row.id, passwordHash: row.password_hash }
}

function accounts({ db }: Context) {
  return db
    .selectFrom('users')
    .leftJoin('api_keys', 'api_keys.user_id', 'users.id')
    .select(['users.id', 'email', 'username', 'password_hash', 'search_count', 'search_history', 'created_at'])
    .select('api_keys.status as key_status')
}

type Row = Awaited<ReturnType<ReturnType<typeof accounts>['executeTakeFirstOrThrow']>>

function accountOf(row: Row): Account {
  const status = row.key_status as User['api_key_status'] | null
  const user = {
    email: row.email,
    username: row.username,
    search_count: row.search_count,
    has_api_key: status !== null,
    api_key_status: status ?? 'not_set',
    created_at: row.created_at.toISOString(),
  }
  return { id: row.id, user, ownHistory: row.search_history, passwordHash: row.password_hash }
}
