import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { BrowsePlayer } from '#shared/contract/browse.ts'
import { regionOf } from '#shared/regions.ts'
import type { Context } from '../context.ts'
import { readRows } from '../database/statement.ts'
import { popularityScore } from '../metrics/popularity-score.ts'
import type { ChosenPage } from '../summaries/page-tags.ts'

type Player = [
  tag: string,
  name: string,
  trophies: number,
  popularityWeight: number,
  performanceScore: number | null,
  activityScore: number | null,
  clubTag: string | null,
  clubName: string | null,
  country: string | null,
  analyticsAvailable: boolean,
  createdAtMs: number,
]

type Page = { total: number; largest_weight: number; players: Player[] | null }

/** What browse shows of the players of a page, in its order, and how many there are on all pages. */
export async function playerCards(
  { db }: Context,
  { start, tags, total }: ChosenPage,
): Promise<{ cards: z.output<typeof BrowsePlayer>[]; total: number }> {
  // One JSON array is read far faster than rows.
  const [page] = await readRows(
    db,
    sql<Page>`
    ${start} select ${total} as total, (select max(popularity_weight) from player_summaries) as largest_weight, (
      select json_agg(json_build_array(s.tag, s.name, s.trophies, s.popularity_weight, s.performance_score,
        s.activity_score, s.club_tag, c.name, s.country, s.analytics_available,
        (extract(epoch from s.created_at) * 1000)::bigint) order by place)
      from unnest(${tags}) with ordinality as page(tag, place)
        join player_summaries s on s.tag = page.tag collate "C"
        left join club_summaries c on c.tag = s.club_tag
    ) as players`,
  )
  const cards = page?.players?.map((player) => cardOf(player, page.largest_weight)) ?? []
  return { cards, total: page?.total ?? 0 }
}

function cardOf(player: Player, largestWeight: number): z.output<typeof BrowsePlayer> {
  const [tag, name, trophies, weight, performance, activity, clubTag, clubName, country, available, createdAt] = player
  return {
    player_tag: tag,
    player_name: name,
    trophies,
    popularity_score: popularityScore(weight, largestWeight),
    performance_score: performance,
    activity_score: activity,
    club_name: clubName,
    club_tag: clubTag,
    region: regionOf(country),
    country,
    analytics_available: available,
    created_date: new Date(createdAt).toISOString(),
  }
}
