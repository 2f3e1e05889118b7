import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { AppError } from '#server/kernel/errors.ts'
import { hashSecret, newSecret, readSecret } from '#server/kernel/secrets.ts'
import { DAY_MS, MINUTE_MS } from '#shared/days.ts'
import type { LinkPurpose } from '#shared/kinds.ts'
import { said } from '#shared/texts.ts'

type Needs = Pick<Context, 'db' | 'clock'>

/** How long a link works, by what it does. */
const LASTS_MS: Record<LinkPurpose, number> = {
  /** Confirms the address. */
  confirm: 3 * DAY_MS,
  /** Sets a new password. */
  reset: 30 * MINUTE_MS,
  /** Sets a new password, and was handed over by the operator. */
  operator: DAY_MS,
  /** Confirms that a club's weekly report is wanted. */
  week: 7 * DAY_MS,
  /** Stops a club's weekly report. */
  unsubscribe: 400 * DAY_MS,
}

/**
 * The purposes of links that set a new password. When one of a user's is used, or the password changed, the others are
 * void.
 */
export const RESETS: LinkPurpose[] = ['reset', 'operator']

export type MailLink = { userId: number; purpose: LinkPurpose; clubTag: string | null }

/** Makes a link and returns its secret, which is stored nowhere. */
export async function makeLink({ db, clock }: Needs, { userId, purpose, clubTag }: MailLink): Promise<string> {
  const secret = newSecret()
  const created_at = clock.now()
  const expires_at = new Date(created_at.getTime() + LASTS_MS[purpose])
  await db
    .insertInto('mail_links')
    .values({ secret_hash: hashSecret(secret), user_id: userId, purpose, club_tag: clubTag, created_at, expires_at })
    .execute()
  return secret
}

/** What a link is for. Throws when it is unknown, used or expired, or made for something else. */
export async function openLink({ db, clock }: Needs, secret: string, purposes: LinkPurpose[]): Promise<MailLink> {
  const secret_hash = readSecret(secret.trim())
  if (secret_hash === null) throw unknownLink()
  const row = await db
    .selectFrom('mail_links')
    .select(['user_id', 'purpose', 'club_tag', 'expires_at', 'used_at'])
    .where('secret_hash', '=', secret_hash)
    .executeTakeFirst()
  const purpose = purposes.find((each) => each === row?.purpose)
  if (row === undefined || purpose === undefined) throw unknownLink()
  if (row.used_at !== null) throw usedLink()
  if (row.expires_at <= clock.now()) {
    throw new AppError('conflict', said('error.linkExpired'), { code: 'expired_link' })
  }
  return { userId: row.user_id, purpose, clubTag: row.club_tag }
}

/**
 * Uses a link up, in the transaction `db`, with all others of the user for the same purposes. Throws when it was used in
 * the meantime: one statement decides a race.
 */
export async function useLink({ db, clock }: Needs, secret: string, purposes: LinkPurpose[]): Promise<void> {
  const used_at = clock.now()
  const link = await db
    .updateTable('mail_links')
    .set({ used_at })
    .where('secret_hash', '=', hashSecret(secret.trim()))
    .where('used_at', 'is', null)
    .where('expires_at', '>', used_at)
    .returning(['user_id', 'club_tag'])
    .executeTakeFirst()
  if (link === undefined) throw usedLink()
  await db
    .updateTable('mail_links')
    .set({ used_at })
    .where('user_id', '=', link.user_id)
    .where('purpose', 'in', purposes)
    .where(sql<boolean>`club_tag is not distinct from ${link.club_tag}`)
    .where('used_at', 'is', null)
    .execute()
}

/** Makes a user's links void that were made for one of these purposes. */
export async function voidLinks({ db, clock }: Needs, userId: number, purposes: LinkPurpose[]): Promise<void> {
  await db
    .updateTable('mail_links')
    .set({ used_at: clock.now() })
    .where('user_id', '=', userId)
    .where('purpose', 'in', purposes)
    .where('used_at', 'is', null)
    .execute()
}

function unknownLink(): AppError {
  const sentence = said('error.linkUnknown')
  return new AppError('not_found', sentence, { code: 'unknown_link' })
}

function usedLink(): AppError {
  return new AppError('conflict', said('error.linkUsed'), { code: 'used_link' })
}

/** How long a link that is over can be told from a made-up one. */
const KEPT_MS = 7 * DAY_MS

/** Deletes the links that were over long ago. */
export async function forgetLinks({ db, clock }: Needs): Promise<void> {
  const until = new Date(clock.now().getTime() - KEPT_MS)
  await db.deleteFrom('mail_links').where('expires_at', '<', until).execute()
}
