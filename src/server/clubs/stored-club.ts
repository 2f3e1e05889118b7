import type { Context } from '../context.ts'
import type { Subject } from '../history/read-series.ts'
import { AppError } from '../http/app-error.ts'

/** The stored club; refuses with 404 when it is not tracked. */
export async function storedClub({ db }: Context, tag: string) {
  const club = await db.selectFrom('clubs').selectAll().where('tag', '=', tag).executeTakeFirst()
  if (club === undefined) throw new AppError('not_found', 'Club data not found', { code: 'club_not_tracked' })
  return club
}

export type StoredClub = Awaited<ReturnType<typeof storedClub>>

/** The club as the reader of its series wants it. */
export function subjectOf({ tag, first_seen_at, first_trophies }: StoredClub): Subject {
  return { tag, firstSeenAt: first_seen_at, firstTrophies: first_trophies }
}
