import type { Context } from '../context.ts'
import { AppError } from '../http/app-error.ts'

/** The stored club; refuses with 404 when it is not tracked. */
export async function storedClub({ db }: Context, tag: string) {
  const club = await db.selectFrom('clubs').selectAll().where('tag', '=', tag).executeTakeFirst()
  if (club === undefined) throw clubNotTracked()
  return club
}

/** The refusal of a call about a club that is not tracked. */
export function clubNotTracked(): AppError {
  return new AppError('not_found', 'Club data not found', { code: 'club_not_tracked' })
}

export type StoredClub = Awaited<ReturnType<typeof storedClub>>
