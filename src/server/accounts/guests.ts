import type { createGuestSession, getGuestStatus } from '#shared/contract/accounts.ts'
import type { Output } from '#shared/contract/endpoint.ts'
import { GUEST_SEARCH_LIMIT } from '#shared/limits.ts'
import type { Context } from '../context.ts'
import { AppError } from '../http/app-error.ts'
import { admitShared } from '../http/shared-throttle.ts'
import { limitsOf } from './limits.ts'
import { hashSecret, newSecret, readSecret } from './opaque-secret.ts'
import { shownHistory } from './search-history.ts'

const HOUR_MS = 3_600_000
const LIFETIME_MS = 24 * HOUR_MS

type Guest = { searches_used: number; search_history: string[] }

/** A guest session lives until 24 hours after its last use. */
export function guestExpiry(now: Date): Date {
  return new Date(now.getTime() + LIFETIME_MS)
}

/** Starts a guest session, of which an address gets only so many an hour: the limit of searches shall mean something. */
export async function startGuestSession(context: Context, address: string): Promise<Output<typeof createGuestSession>> {
  const sentence = 'Too many new sessions from your address. Please wait.'
  await admitShared(context, limitsOf(context).guestSessions, address, sentence)
  const sessionId = newSecret()
  const now = context.clock.now()
  await context.db
    .insertInto('guest_sessions')
    .values({ id_hash: hashSecret(sessionId), created_at: now, expires_at: guestExpiry(now) })
    .execute()
  return { ...statusOf(sessionId, 0), search_history: shownHistory(context, []) }
}

/** What a guest has left; throws `not_found` for a session that is unknown or over. */
export async function guestStatus(context: Context, sessionId: string): Promise<Output<typeof getGuestStatus>> {
  const idHash = readSecret(sessionId)
  const guest = idHash && (await findGuest(context, idHash))
  if (guest === null) throw new AppError('not_found', 'This session is over. Please start a new one.')
  return statusOf(sessionId, guest.searches_used)
}

/** The guest whose session this is, kept alive by being asked for; null when it is unknown or over. */
export async function findGuest({ db, clock }: Context, idHash: Buffer): Promise<Guest | null> {
  const now = clock.now()
  const guest = await db
    .selectFrom('guest_sessions')
    .select(['searches_used', 'search_history', 'expires_at'])
    .where('id_hash', '=', idHash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  if (guest === undefined) return null
  if (guestExpiry(now).getTime() - guest.expires_at.getTime() >= HOUR_MS) {
    await db
      .updateTable('guest_sessions')
      .set({ expires_at: guestExpiry(now) })
      .where('id_hash', '=', idHash)
      .execute()
  }
  return guest
}

function statusOf(sessionId: string, used: number) {
  return { session_id: sessionId, searches_remaining: searchesLeft(used), search_limit: GUEST_SEARCH_LIMIT }
}

/** Searches a guest has left after so many. */
export function searchesLeft(used: number): number {
  return Math.max(0, GUEST_SEARCH_LIMIT - used)
}
