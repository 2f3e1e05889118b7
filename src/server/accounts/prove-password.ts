import type { Context } from '../context.ts'
import { AppError } from '../http/app-error.ts'
import { admitLogin, welcomeNetwork } from './login-guard.ts'
import { verifyPassword } from './passwords.ts'
import { type Account, getAccount } from './users.ts'

/** What a user wants to do, and the password given for it. */
export type Proof = { userId: number; password: string; field: string; address: string }

/**
 * The account of a signed-in user who gave its password once more. Throws `wrong_password`, which is no 401: the token
 * is good. Guesses count as those of logins do, so that a stolen token gains none.
 */
export async function provePassword(context: Context, { userId, password, field, address }: Proof): Promise<Account> {
  const account = await getAccount(context, userId)
  await admitLogin(context, account.user.email, address)
  if (!(await verifyPassword(password, account.passwordHash))) {
    context.log.warn({ audit: 'password_refused', userId, address }, 'password refused')
    const sentence = 'This is not your password'
    throw new AppError('forbidden', sentence, { code: 'wrong_password', fields: { [field]: sentence } })
  }
  await welcomeNetwork(context, [account.user.email, account.user.username], address)
  return account
}
