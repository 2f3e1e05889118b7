import type { login } from '#shared/contract/accounts.ts'
import type { Input, Output } from '#shared/contract/endpoint.ts'
import type { Context } from '../context.ts'
import { AppError } from '../http/app-error.ts'
import { guardsOf } from './guards.ts'
import { verifyPassword } from './passwords.ts'
import { shownHistory } from './search-history.ts'
import { issueToken } from './tokens.ts'
import { findAccount } from './users.ts'

type Credentials = Input<typeof login>['body']

/** Gives a token for the right password. An unknown user and a wrong password look and last alike. */
export async function logIn(
  context: Context,
  { identifier, password }: Credentials,
  address: string,
): Promise<Output<typeof login>> {
  const { logins } = guardsOf(context)
  try {
    logins.admit(identifier, address)
  } catch (refusal) {
    context.log.warn({ audit: 'login_throttled', address }, 'login throttled')
    throw refusal
  }
  const account = await findAccount(context, identifier)
  const right = await verifyPassword(password, account?.passwordHash)
  if (account === undefined || !right) {
    context.log.warn({ audit: 'login_refused', userId: account?.id ?? null, address }, 'login refused')
    throw new AppError('unauthorized', 'Invalid email, username or password', { code: 'invalid_login' })
  }
  logins.welcome([account.user.email, account.user.username], address)
  const token = await issueToken(context, account.id)
  context.log.info({ audit: 'logged_in', userId: account.id, address }, 'logged in')
  return { token, user: account.user, search_history: shownHistory(context, account.ownHistory) }
}
