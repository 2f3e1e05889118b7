import type * as z from 'zod/mini'
import type { BrowsePlayer } from '#shared/contract/browse.ts'
import { regionOf } from '#shared/regions.ts'
import type { Context } from '../context.ts'
import { popularityScale } from '../summaries/popularity.ts'

/** What browse shows of these players, in the order of the tags. */
export async function playerCards({ db }: Context, tags: string[]): Promise<z.output<typeof BrowsePlayer>[]> {
  if (tags.length === 0) return []
  const popularity = await popularityScale(db, 'player')
  const rows = await db
    .selectFrom('player_summaries')
    .leftJoin('club_summaries', 'club_summaries.tag', 'player_summaries.club_tag')
    .selectAll('player_summaries')
    .select('club_summaries.name as club_name')
    .where('player_summaries.tag', 'in', tags)
    .execute()
  const byTag = new Map(rows.map((row) => [row.tag, row]))
  return tags
    .flatMap((tag) => byTag.get(tag) ?? [])
    .map((player) => ({
      player_tag: player.tag,
      player_name: player.name,
      trophies: player.trophies,
      popularity_score: popularity(player.popularity_weight),
      performance_score: player.performance_score,
      activity_score: player.activity_score,
      club_name: player.club_name,
      club_tag: player.club_tag,
      region: regionOf(player.country),
      country: player.country,
      analytics_available: player.analytics_available,
      created_date: player.created_at.toISOString(),
    }))
}
