import type * as z from 'zod/mini'
import type { BrowseClub } from '#shared/contract/browse.ts'
import { regionOf } from '#shared/regions.ts'
import type { Context } from '../context.ts'
import { popularityScale } from '../summaries/popularity.ts'

/** What browse shows of these clubs, in the order of the tags. */
export async function clubCards({ db }: Context, tags: string[]): Promise<z.output<typeof BrowseClub>[]> {
  if (tags.length === 0) return []
  const popularity = await popularityScale(db, 'club')
  const rows = await db.selectFrom('club_summaries').selectAll().where('tag', 'in', tags).execute()
  const byTag = new Map(rows.map((row) => [row.tag, row]))
  return tags
    .flatMap((tag) => byTag.get(tag) ?? [])
    .map((club) => ({
      club_tag: club.tag,
      club_name: club.name,
      member_count: club.member_count,
      trophies: club.trophies,
      popularity_score: popularity(club.popularity_weight),
      activity_score: club.activity_score,
      region: regionOf(club.country),
      country: club.country,
      analytics_available: club.analytics_available,
      created_date: club.created_at.toISOString(),
    }))
}
