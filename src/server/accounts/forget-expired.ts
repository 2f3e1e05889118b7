import type { Context } from '../context.ts'
import { FORGOTTEN_AFTER_MS } from './login-tries.ts'

/** Deletes the tokens, guest sessions and counts of tries that are over; run now and then. */
export async function forgetExpired({ db, clock }: Context): Promise<void> {
  const now = clock.now()
  await db.deleteFrom('user_sessions').where('expires_at', '<=', now).execute()
  await db.deleteFrom('guest_sessions').where('expires_at', '<=', now).execute()
  await db.deleteFrom('throttle_windows').where('ends_at', '<=', now).execute()
  await db
    .deleteFrom('login_tries')
    .where('last_at', '<=', new Date(now.getTime() - FORGOTTEN_AFTER_MS))
    .where((row) => row.or([row('known_until', 'is', null), row('known_until', '<=', now)]))
    .execute()
}
