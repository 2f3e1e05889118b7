import type { changePassword } from '#shared/contract/accounts.ts'
import type { Input } from '#shared/contract/endpoint.ts'
import type { Context } from '../context.ts'
import { AppError } from '../http/app-error.ts'
import type { Visitor } from '../http/visitor.ts'
import { hashPassword } from './passwords.ts'
import { provePassword } from './prove-password.ts'

type User = Extract<Visitor, { kind: 'user' }>

/** Gives the account another password. Every session but the one that asks ends: somebody else's may be among them. */
export async function setPassword(
  context: Context,
  { userId, tokenHash }: User,
  passwords: Input<typeof changePassword>['body'],
  address: string,
): Promise<void> {
  const proof = { userId, password: passwords.old_password, field: 'old_password', address }
  const proved = await provePassword(context, proof)
  const passwordHash = await hashPassword(passwords.new_password)
  await context.db.transaction().execute(async (db) => {
    const changed = await db
      .updateTable('users')
      .set({ password_hash: passwordHash })
      .where('id', '=', userId)
      .where('password_hash', '=', proved.passwordHash)
      .executeTakeFirst()
    if (changed.numUpdatedRows === 0n) throw new AppError('conflict', 'The password was changed in the meantime')
    await db.deleteFrom('user_sessions').where('user_id', '=', userId).where('token_hash', '!=', tokenHash).execute()
  })
  context.log.info({ audit: 'password_changed', userId, address }, 'password changed')
}
