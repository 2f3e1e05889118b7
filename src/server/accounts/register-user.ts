import type { register } from '#shared/contract/accounts.ts'
import type { Input } from '#shared/contract/endpoint.ts'
import type { Context } from '../context.ts'
import { AppError } from '../http/app-error.ts'
import { admitShared } from '../http/shared-throttle.ts'
import { limitsOf } from './limits.ts'
import { hashPassword } from './passwords.ts'
import { storeKey, tryKey } from './personal-key.ts'

type Registration = Input<typeof register>['body']

const TOO_MANY = 'Too many new accounts from your address. Please wait.'

/**
 * Creates an account, with the game's API key where one was given, or nothing at all. Throws `conflict` without saying
 * whether it was the username or the email that is taken.
 */
export async function registerUser(context: Context, registration: Registration, address: string): Promise<void> {
  await admitShared(context, limitsOf(context).registrations, address, TOO_MANY)
  const passwordHash = await hashPassword(registration.password)
  const apiKey = registration.api_key ?? ''
  const created = await context.db.transaction().execute(async (db) => {
    const inTransaction = { ...context, db }
    const userId = await insertUser(inTransaction, registration, passwordHash)
    return { userId, stored: apiKey === '' ? null : await storeKey(inTransaction, userId, apiKey) }
  })
  context.log.info({ audit: 'registered', userId: created.userId, address }, 'account registered')
  if (created.stored !== null) await tryKey(context, created.stored, apiKey)
}

async function insertUser({ db, clock }: Context, registration: Registration, passwordHash: string): Promise<number> {
  const row = await db
    .insertInto('users')
    .values({
      username: registration.username,
      email: registration.email,
      password_hash: passwordHash,
      created_at: clock.now(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (row === undefined) throw new AppError('conflict', 'That username or email is already taken', { code: 'taken' })
  return row.id
}
