import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { AppError } from '#server/kernel/errors.ts'
import { hashSecret, newSecret, readSecret } from '#server/kernel/secrets.ts'
import type { createGuestSession, getGuestStatus } from '#shared/contract/accounts.ts'
import type { Output } from '#shared/contract/endpoint.ts'
import { HOUR_MS } from '#shared/days.ts'
import { GUEST_SEARCH_LIMIT, SEARCH_HISTORY_MAX } from '#shared/limits.ts'
import { said, t } from '#shared/texts.ts'
import { type GuestVisitor, noSession, type SignedInUser, type Visitor } from '../http/serve.ts'
import { admitShared, admitUser, type WaitSentence } from '../http/shared-rate-limit.ts'
import { networkLimits } from './login-guard.ts'

/** A search that was admitted and counted. The call answers the last three fields. */
export type Reservation = {
  visitor: Visitor
  tag: string
  /** False when the visitor's history held the tag already. */
  added: boolean
  searches_remaining: number | null
  search_limit: number | null
  search_history: string[]
}

/**
 * Counts a search before it is made (docs/decisions/0015-searches.md). Throws `no_session` for an unknown visitor,
 * `search_limit_reached` for a guest without searches left, and 429 after too many guest searches from one address.
 */
export async function reserveSearch(
  context: Context,
  visitor: Visitor,
  tag: string,
  address: string,
): Promise<Reservation> {
  if (visitor.kind === 'nobody') throw noSession()
  if (visitor.kind === 'user') return reserveForUser(context, visitor, tag)
  const reservation = await reserveForGuest(context, visitor, tag)
  if (!reservation.added) return reservation
  try {
    const sentence = said('error.searchesOfAddress')
    await admitShared(context, networkLimits(context).guestSearches, address, sentence)
  } catch (refusal) {
    await refundSearch(context, reservation)
    throw refusal
  }
  return reservation
}

/** What the game is asked for a user with the shared tokens: an account may be one of many that somebody made. */
type UserAsks = 'searches' | 'refreshes'

/** Counts a call of the game for a user, or throws 429 with the sentence. */
export function admitUserAsk(context: Context, what: UserAsks, userId: number, sentence: WaitSentence): Promise<void> {
  const limit = { name: `user ${what}`, limit: context.config.USER_SEARCHES_PER_HOUR, windowMs: HOUR_MS }
  return admitUser(context, limit, userId, sentence)
}

/** Gives back a search that failed. The tag leaves the history, unless it was there before. */
export async function refundSearch(context: Context, { visitor, tag, added }: Reservation): Promise<void> {
  const without = sql<string[]>`array_remove(search_history, ${tag})`
  if (visitor.kind === 'user') {
    const history = added ? { search_history: without } : {}
    const search_count = sql<number>`greatest(search_count - 1, 0)`
    await context.db
      .updateTable('users')
      .set({ search_count, ...history })
      .where('id', '=', visitor.userId)
      .execute()
  }
  if (visitor.kind === 'guest' && added) {
    await context.db
      .updateTable('guest_sessions')
      .set({ searches_used: sql`greatest(searches_used - 1, 0)`, search_history: without })
      .where('id_hash', '=', visitor.sessionHash)
      .where(historyContains(tag))
      .execute()
  }
}

async function reserveForUser(context: Context, visitor: SignedInUser, tag: string): Promise<Reservation> {
  const count = () =>
    context.db
      .updateTable('users')
      .set({ search_count: sql`search_count + 1` })
      .where('id', '=', visitor.userId)
      .returning('search_history')
  const first = await count()
    .set({ search_history: withNewest(tag) })
    .where(sql<boolean>`not ${historyContains(tag)}`)
    .executeTakeFirst()
  const row = first ?? (await count().executeTakeFirst())
  if (row === undefined) throw noSession()
  const { search_history } = row
  return { visitor, tag, added: first !== undefined, searches_remaining: null, search_limit: null, search_history }
}

/** One conditional update decides a race. When it changes nothing, a second statement finds the reason. */
async function reserveForGuest(context: Context, visitor: GuestVisitor, tag: string): Promise<Reservation> {
  const charged = await context.db
    .updateTable('guest_sessions')
    .set({ searches_used: sql`searches_used + 1`, search_history: withNewest(tag) })
    .set({ expires_at: guestExpiry(context.clock.now()) })
    .where('id_hash', '=', visitor.sessionHash)
    .where('expires_at', '>', context.clock.now())
    .where('searches_used', '<', GUEST_SEARCH_LIMIT)
    .where(sql<boolean>`not ${historyContains(tag)}`)
    .returning(['searches_used', 'search_history'])
    .executeTakeFirst()
  const guest = charged ?? (await findGuest(context, visitor.sessionHash))
  if (guest === null) throw noSession()
  const repeated = guest.search_history.includes(tag)
  // The search was neither charged nor repeated: the limit is reached, unless a refund came in between.
  if (!repeated && searchesLeft(guest.searches_used) > 0) return reserveForGuest(context, visitor, tag)
  if (!repeated) throw limitReached()
  return {
    visitor,
    tag,
    added: charged !== undefined,
    searches_remaining: searchesLeft(guest.searches_used),
    search_limit: GUEST_SEARCH_LIMIT,
    search_history: shownHistory(context, guest.search_history),
  }
}

function historyContains(tag: string) {
  return sql<boolean>`(${tag} = any (search_history))`
}

function withNewest(tag: string) {
  return sql<string[]>`(array[${tag}]::text[] || search_history)[1:${sql.lit(SEARCH_HISTORY_MAX)}]`
}

function limitReached(): AppError {
  const sentence = said('error.searchesUsedUp', { count: GUEST_SEARCH_LIMIT })
  return new AppError('forbidden', sentence, { code: 'search_limit_reached' })
}

const LIFETIME_MS = 24 * HOUR_MS

type Guest = { searches_used: number; search_history: string[] }

/** A guest session expires 24 hours after its last use. */
function guestExpiry(now: Date): Date {
  return new Date(now.getTime() + LIFETIME_MS)
}

/** Starts a guest session. The limit per address keeps visitors from new sessions for more searches. */
export async function startGuestSession(context: Context, address: string): Promise<Output<typeof createGuestSession>> {
  const sentence: WaitSentence = (seconds) => t('error.manyGuests', { minutes: Math.ceil(seconds / 60) })
  await admitShared(context, networkLimits(context).guestSessions, address, sentence)
  const sessionId = newSecret()
  const now = context.clock.now()
  await context.db
    .insertInto('guest_sessions')
    .values({ id_hash: hashSecret(sessionId), created_at: now, expires_at: guestExpiry(now) })
    .execute()
  return { ...statusOf(sessionId, 0), search_history: shownHistory(context, []) }
}

/** The searches that a guest has left. Throws `not_found` for an unknown or expired session. */
export async function guestStatus(context: Context, sessionId: string): Promise<Output<typeof getGuestStatus>> {
  const idHash = readSecret(sessionId)
  const guest = idHash && (await findGuest(context, idHash))
  if (guest === null) throw new AppError('not_found', said('error.sessionOver'))
  return statusOf(sessionId, guest.searches_used)
}

/** The guest of a session; null when it is unknown or expired. Being asked for extends the session. */
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

/** The searches that a guest has left after `used` of them. */
function searchesLeft(used: number): number {
  return Math.max(0, GUEST_SEARCH_LIMIT - used)
}

/**
 * The history that a guest sees: their own tags, newest first, then the tag that it starts with. A user sees their own
 * alone.
 */
export function shownHistory({ installation }: Pick<Context, 'installation'>, own: string[]): string[] {
  const seeded = installation.defaultPlayerTag
  const tags = seeded === null ? own : [...own, seeded]
  return [...new Set(tags)].slice(0, SEARCH_HISTORY_MAX)
}
