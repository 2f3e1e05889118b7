import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { BrowseClub } from '#shared/contract/browse.ts'
import { regionOf } from '#shared/regions.ts'
import type { Context } from '../context.ts'
import { readRows } from '../database/statement.ts'
import { popularityScore } from '../metrics/popularity-score.ts'
import type { ChosenPage } from '../summaries/page-tags.ts'

type Club = [
  tag: string,
  name: string,
  memberCount: number,
  trophies: number,
  popularityWeight: number,
  activityScore: number | null,
  country: string | null,
  analyticsAvailable: boolean,
  createdAtMs: number,
]

type Page = { total: number; largest_weight: number; clubs: Club[] | null }

/** What browse shows of the clubs of a page, in its order, and how many there are on all pages. */
export async function clubCards(
  { db }: Context,
  { start, tags, total }: ChosenPage,
): Promise<{ cards: z.output<typeof BrowseClub>[]; total: number }> {
  // One JSON array is read far faster than rows.
  const [page] = await readRows(
    db,
    sql<Page>`
    ${start} select ${total} as total, (select max(popularity_weight) from club_summaries) as largest_weight, (
      select json_agg(json_build_array(s.tag, s.name, s.member_count, s.trophies, s.popularity_weight, s.activity_score,
        s.country, s.analytics_available, (extract(epoch from s.created_at) * 1000)::bigint) order by place)
      from unnest(${tags}) with ordinality as page(tag, place) join club_summaries s on s.tag = page.tag collate "C"
    ) as clubs`,
  )
  const cards = page?.clubs?.map((club) => cardOf(club, page.largest_weight)) ?? []
  return { cards, total: page?.total ?? 0 }
}

function cardOf(club: Club, largestWeight: number): z.output<typeof BrowseClub> {
  const [tag, name, memberCount, trophies, weight, activity, country, available, createdAt] = club
  return {
    club_tag: tag,
    club_name: name,
    member_count: memberCount,
    trophies,
    popularity_score: popularityScore(weight, largestWeight),
    activity_score: activity,
    region: regionOf(country),
    country,
    analytics_available: available,
    created_date: new Date(createdAt).toISOString(),
  }
}
