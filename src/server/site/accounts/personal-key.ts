import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { keyToSeal, masterKeyOf, reportUnusable, seal, unseal } from '#server/database/master-key.ts'
import { GameApiError } from '#server/game/game-api.ts'
import type { KeyStatus } from '#shared/kinds.ts'
import { loginRequired, type Visitor } from '../http/serve.ts'

/** A key as it was stored. A later key of the same user has another nonce. */
export type StoredKey = { userId: number; nonce: Buffer }

/**
 * Stores a user's key of the game's API, encrypted and not yet tried. Throws `unavailable` without a master key, and
 * `unauthorized` when the account was deleted.
 */
export async function storeKey(context: Context, userId: number, apiKey: string): Promise<StoredKey> {
  const { db, clock } = context
  const master = await keyToSeal(context.config, db).catch((error) => {
    throw reportUnusable(context, error)
  })
  const { nonce, sealed } = seal(apiKey, `user ${userId}`, master)
  // The lock makes a simultaneous deletion of the account wait. After a deletion no row is inserted.
  const { rows } = await sql`
    insert into api_keys (user_id, key_id, nonce, sealed, status, updated_at)
    select id, ${master.id}, ${nonce}, ${sealed}, 'unverified', ${clock.now()} from users where id = ${userId} for share
    on conflict (user_id) do update set key_id = excluded.key_id, nonce = excluded.nonce, sealed = excluded.sealed,
      status = excluded.status, updated_at = excluded.updated_at
    returning user_id`.execute(db)
  if (rows.length === 0) throw loginRequired()
  return { userId, nonce }
}

/** Asks the game whether it accepts the key, and stores the answer. */
export async function tryKey(context: Context, { userId, nonce }: StoredKey, apiKey: string): Promise<KeyStatus> {
  const status = await askGame(context, apiKey)
  await context.db
    .updateTable('api_keys')
    .set({ status })
    .where('user_id', '=', userId)
    .where('nonce', '=', nonce)
    .execute()
  return status
}

async function askGame({ gameApi }: Pick<Context, 'gameApi'>, apiKey: string): Promise<KeyStatus> {
  try {
    await gameApi.checkKey(apiKey)
    return 'active'
  } catch (error) {
    if (!(error instanceof GameApiError)) throw error
    return error.kind === 'forbidden' ? 'refused' : 'unverified'
  }
}

/**
 * The visitor's own key of the game's API. Null when there is none, the game refuses it, or it cannot be decrypted.
 */
export async function personalKey(context: Context, visitor: Visitor): Promise<string | null> {
  if (visitor.kind !== 'user') return null
  const row = await context.db
    .selectFrom('api_keys')
    .select(['key_id', 'nonce', 'sealed'])
    .where('user_id', '=', visitor.userId)
    .where('status', '!=', 'refused')
    .executeTakeFirst()
  if (row === undefined) return null
  try {
    return unseal(row, `user ${visitor.userId}`, await masterKeyOf(context.config, row.key_id))
  } catch (error) {
    reportUnusable(context, error)
    return null
  }
}

/** Notes that the game refused the visitor's key. It is not used again until the user saves a key. */
export async function markKeyRefused(context: Context, visitor: Visitor, apiKey: string): Promise<void> {
  const { db, log } = context
  if (visitor.kind !== 'user') return
  // Another key was saved in the meantime, which the game did not refuse.
  if ((await personalKey(context, visitor)) !== apiKey) return
  await db.updateTable('api_keys').set({ status: 'refused' }).where('user_id', '=', visitor.userId).execute()
  log.info({ audit: 'key_refused', userId: visitor.userId }, 'personal API key refused by the game')
}
