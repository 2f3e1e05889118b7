import type { Context } from '../context.ts'
import { AppError } from '../http/app-error.ts'
import { carryOut } from './carry-out.ts'
import { hashId } from './open-request.ts'
import { prevailingWish } from './prevailing-wish.ts'
import { readIcon } from './read-icon.ts'
import { type RequestAnswer, requestAnswer, type StoredRequest } from './request-answer.ts'
import type { Wish } from './wish.ts'

/** Looks at the icon once more. When it was changed and changed back the wish is carried out; asking again is harmless. */
export async function checkRequest(context: Context, id: string): Promise<RequestAnswer> {
  const { db, clock } = context
  const idHash = hashId(id)
  const row = await db
    .selectFrom('privacy_requests')
    .selectAll()
    .where('id_hash', '=', idHash)
    .where('expires_at', '>', clock.now())
    .executeTakeFirst()
  if (row === undefined) {
    throw new AppError('not_found', 'This request is over. Please start a new one.', { code: 'request_over' })
  }
  const request: StoredRequest & { first_icon: number } = { ...row, wish: row.wish as Wish }
  if (request.carried_out_at !== null) return requestAnswer(id, request, request.first_icon)
  const icon = await readIcon(context, request.tag)
  const news = progress(request, icon, clock.now())
  if (news.carried_out_at !== undefined) {
    news.wish = await prevailingWish(context, { ...request, idHash })
    await carryOut(context, request.tag, news.wish)
  }
  if (Object.keys(news).length > 0) {
    await db.updateTable('privacy_requests').set(news).where('id_hash', '=', idHash).execute()
  }
  return requestAnswer(id, { ...request, ...news }, icon)
}

type Progress = { other_icon?: number; carried_out_at?: Date; wish?: Wish }

/** What an icon proves beyond what was proved before: first another one, then the one of the beginning. */
function progress(request: StoredRequest & { first_icon: number }, icon: number, now: Date): Progress {
  if (request.other_icon === null) return icon === request.first_icon ? {} : { other_icon: icon }
  return icon === request.first_icon ? { carried_out_at: now } : {}
}
