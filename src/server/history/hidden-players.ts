import type { Database } from '../database/connection.ts'
import { AppError } from '../http/app-error.ts'

/** What a hidden player is called where the list would not add up without them. */
export const HIDDEN_NAME = 'Hidden player'

const ALIAS = /^hidden-/

/** Whether this stands where a tag would, for a player who asked not to be shown; it leads nowhere. */
export function isAlias(tag: string): boolean {
  return ALIAS.test(tag)
}

/** Whether the player asked not to be shown. */
export async function isHidden(db: Database, tag: string): Promise<boolean> {
  const row = await db.selectFrom('tombstones').select('tag').where('tag', '=', tag).executeTakeFirst()
  return row !== undefined
}

/** The refusal of a call about a player who asked not to be shown. */
export function hiddenPlayer(): AppError {
  return new AppError('not_found', 'This player asked not to be shown', { code: 'player_hidden' })
}
