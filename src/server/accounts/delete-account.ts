import type { Context } from '../context.ts'
import { provePassword } from './prove-password.ts'

/** Deletes a user with everything that is theirs: sessions and key go with the row, the history is part of it. */
export async function deleteUser(
  context: Context,
  { userId, password, address }: { userId: number; password: string; address: string },
): Promise<void> {
  await provePassword(context, { userId, password, field: 'password', address })
  await context.db.deleteFrom('users').where('id', '=', userId).execute()
  context.log.info({ audit: 'account_deleted', userId, address }, 'account deleted')
}
