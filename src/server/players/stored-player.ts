import { sql } from 'kysely'
import type { Context } from '../context.ts'
import type { Database } from '../database/connection.ts'
import { hiddenPlayer, isHidden } from '../history/hidden-players.ts'
import { AppError } from '../http/app-error.ts'

/** The stored player with the club he is in; refuses with 404 when he is not tracked, or asked not to be shown. */
export async function storedPlayer({ db }: Context, tag: string) {
  const player = await db
    .selectFrom('players')
    .leftJoin('clubs', 'clubs.tag', 'players.club_tag')
    .selectAll('players')
    .select(['clubs.name as club_name', 'clubs.observed_at as club_observed_at'])
    .where('players.tag', '=', tag)
    .where(sql<boolean>`not exists (select from tombstones where tombstones.tag = players.tag)`)
    .executeTakeFirst()
  if (player === undefined) throw await playerNotShown(db, tag)
  return player
}

/** Why there is nothing to show of this tag. */
export async function playerNotShown(db: Database, tag: string): Promise<AppError> {
  if (await isHidden(db, tag)) return hiddenPlayer()
  return new AppError('not_found', 'Player data not found', { code: 'player_not_tracked' })
}

export type StoredPlayer = Awaited<ReturnType<typeof storedPlayer>>

/** When anything last looked at the player: a scan of the club counts, also where it changed nothing. */
export function lastSeen(player: Pick<StoredPlayer, 'observed_at' | 'club_observed_at'>): Date {
  const inClub = player.club_observed_at
  return inClub !== null && inClub > player.observed_at ? inClub : player.observed_at
}
