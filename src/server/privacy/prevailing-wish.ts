import type { Context } from '../context.ts'
import { OPEN_MS } from './open-request.ts'
import type { Wish } from './wish.ts'

type Proved = { tag: string; wish: Wish; expires_at: Date; idHash: Buffer }

/**
 * What is done for a request that was proved. The same changes of the icon prove every request about the player that is
 * open at the time, also one of a stranger who waits for them: where wishes differ the player is hidden, which can be
 * taken back, and nothing is deleted or shown.
 */
export async function prevailingWish({ db, clock }: Pick<Context, 'db' | 'clock'>, proved: Proved): Promise<Wish> {
  const openedAt = new Date(proved.expires_at.getTime() - OPEN_MS)
  const other = await db
    .selectFrom('privacy_requests')
    .select('wish')
    .where('tag', '=', proved.tag)
    .where('id_hash', '!=', proved.idHash)
    .where('wish', '!=', proved.wish)
    .where('expires_at', '>', clock.now())
    .where((row) => row.or([row('carried_out_at', 'is', null), row('carried_out_at', '>', openedAt)]))
    .executeTakeFirst()
  return other === undefined ? proved.wish : 'hide'
}
