import { createHash, randomBytes } from 'node:crypto'
import type { Context } from '../context.ts'
import { isHidden } from '../history/hidden-players.ts'
import { AppError } from '../http/app-error.ts'
import { readIcon } from './read-icon.ts'
import { type RequestAnswer, requestAnswer } from './request-answer.ts'
import type { Wish } from './wish.ts'

/** Time for both changes of the icon; the game's answers lag by a few minutes. */
export const OPEN_MS = 15 * 60_000

const ID_BYTES = 24

/** Begins a request: notes the icon of the player as it is now. */
export async function openRequest(
  context: Context,
  { tag, wish }: { tag: string; wish: Wish },
): Promise<RequestAnswer> {
  const { db, clock, log } = context
  if (wish === 'show' && !(await isHidden(db, tag))) {
    throw new AppError('conflict', 'This player is not hidden', { code: 'not_hidden' })
  }
  const icon = await readIcon(context, tag)
  const now = clock.now()
  await db.deleteFrom('privacy_requests').where('expires_at', '<=', now).execute()
  const id = randomBytes(ID_BYTES).toString('base64url')
  const request = { tag, wish, other_icon: null, carried_out_at: null, expires_at: new Date(now.getTime() + OPEN_MS) }
  await db
    .insertInto('privacy_requests')
    .values({ ...request, id_hash: hashId(id), first_icon: icon })
    .execute()
  log.info({ audit: 'privacy_requested', tag, wish }, 'privacy request opened')
  return requestAnswer(id, request, icon)
}

/** What is stored of a request's id, which only its owner has. */
export function hashId(id: string): Buffer {
  return createHash('sha256').update(id).digest()
}
