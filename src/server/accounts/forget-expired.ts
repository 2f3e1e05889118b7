import type { Context } from '../context.ts'

/** Deletes the tokens and guest sessions that are over; run now and then. */
export async function forgetExpired({ db, clock }: Context): Promise<void> {
  const now = clock.now()
  await db.deleteFrom('user_sessions').where('expires_at', '<=', now).execute()
  await db.deleteFrom('guest_sessions').where('expires_at', '<=', now).execute()
}
