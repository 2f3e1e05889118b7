import type { Context } from '../context.ts'
import { AppError } from '../http/app-error.ts'
import { forgetTries } from './login-guard.ts'
import { provePassword } from './prove-password.ts'

/** Deletes a user with everything that is theirs: sessions and key go with the row, the history is part of it. */
export async function deleteUser(
  context: Context,
  { userId, password, address }: { userId: number; password: string; address: string },
): Promise<void> {
  const { user, passwordHash } = await provePassword(context, { userId, password, field: 'password', address })
  const deleted = await context.db
    .deleteFrom('users')
    .where('id', '=', userId)
    .where('password_hash', '=', passwordHash)
    .executeTakeFirst()
  if (deleted.numDeletedRows === 0n) throw new AppError('conflict', 'The account was changed in the meantime')
  await forgetTries(context, [user.email, user.username])
  context.log.info({ audit: 'account_deleted', userId, address }, 'account deleted')
}
