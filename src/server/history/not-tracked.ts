import type { Database } from '#server/database/database.ts'
import { AppError } from '#server/kernel/errors.ts'
import { said } from '#shared/texts.ts'

/** The refusal of a call about a club that is not tracked. */
export function clubNotTracked(): AppError {
  return new AppError('not_found', said('error.clubNotTracked'), { code: 'club_not_tracked' })
}

/** The refusal of a call about a player who is not tracked. */
export function playerNotTracked(): AppError {
  return new AppError('not_found', said('error.playerNotTracked'), { code: 'player_not_tracked' })
}

/** The refusal of a call about a club that was not found: the tag is a player's, or not tracked. */
export async function clubNotShown(db: Database, tag: string): Promise<AppError> {
  const player = await db.selectFrom('players').select('tag').where('tag', '=', tag).executeTakeFirst()
  // Nobody is told that there is a hidden player.
  if (player === undefined || (await isHidden(db, tag))) return clubNotTracked()
  return new AppError('not_found', said('error.clubNotTracked'), { code: 'tag_of_player' })
}

/** The refusal of a call about a player who was not found: they are hidden, the tag is a club's, or not tracked. */
export async function playerNotShown(db: Database, tag: string): Promise<AppError> {
  if (await isHidden(db, tag)) return hiddenPlayer()
  const club = await db.selectFrom('clubs').select('tag').where('tag', '=', tag).executeTakeFirst()
  if (club === undefined) return playerNotTracked()
  return new AppError('not_found', said('error.playerNotTracked'), { code: 'tag_of_club' })
}

/** The refusal of a call about a hidden player (docs/decisions/0008-hidden-players.md). */
export function hiddenPlayer(): AppError {
  return new AppError('not_found', said('error.playerHidden'), { code: 'player_hidden' })
}

/** Whether the player asked to be hidden (docs/decisions/0008-hidden-players.md). */
export async function isHidden(db: Database, tag: string): Promise<boolean> {
  const row = await db.selectFrom('tombstones').select('tag').where('tag', '=', tag).executeTakeFirst()
  return row !== undefined
}
