import type { login } from '#shared/contract/accounts.ts'
import type { Input, Output } from '#shared/contract/endpoint.ts'
import type { Context } from '../context.ts'
import { AppError } from '../http/app-error.ts'
import { admitLogin, welcomeNetwork } from './login-guard.ts'
import { hashPassword, isOutdated, verifyPassword } from './passwords.ts'
import { shownHistory } from './search-history.ts'
import { issueToken } from './tokens.ts'
import { type Credentials, findCredentials, getAccount } from './users.ts'

type Login = Input<typeof login>['body']

/** Gives a token for the right password. An unknown user and a wrong password look and last alike. */
export async function logIn(
  context: Context,
  { identifier, password }: Login,
  address: string,
): Promise<Output<typeof login>> {
  try {
    await admitLogin(context, identifier, address)
  } catch (refusal) {
    context.log.warn({ audit: 'login_throttled', address }, 'login throttled')
    throw refusal
  }
  const known = await findCredentials(context, identifier)
  const right = await verifyPassword(password, known?.passwordHash)
  const token = known !== undefined && right ? await welcome(context, known, password) : null
  if (known === undefined || token === null) {
    context.log.warn({ audit: 'login_refused', userId: known?.id ?? null, address }, 'login refused')
    throw new AppError('unauthorized', 'Invalid email, username or password', { code: 'invalid_login' })
  }
  const account = await getAccount(context, known.id)
  await welcomeNetwork(context, [account.user.email, account.user.username], address)
  context.log.info({ audit: 'logged_in', userId: account.id, address }, 'logged in')
  return { token, user: account.user, search_history: shownHistory(context, account.ownHistory) }
}

/** A token; a hash with parameters of the past is made anew first, as only now the password is known. */
async function welcome(context: Context, proved: Credentials, password: string): Promise<string | null> {
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
