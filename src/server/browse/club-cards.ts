import { type Selectable, sql } from 'kysely'
import type * as z from 'zod/mini'
import type { BrowseClub } from '#shared/contract/browse.ts'
import { regionOf } from '#shared/regions.ts'
import type { Context } from '../context.ts'
import type { Tables } from '../database/tables.ts'
import { popularityScore } from '../metrics/popularity-score.ts'
import type { ChosenPage } from '../summaries/list-entities.ts'

type Row = Selectable<Tables['club_summaries']> & { largest_weight: number }
type Maybe = { total: number } & (Row | { tag: null })

/** What browse shows of the clubs of a page, in its order, and how many there are on all pages. */
export async function clubCards(
  { db }: Context,
  { tags, total }: ChosenPage,
): Promise<{ cards: z.output<typeof BrowseClub>[]; total: number }> {
  const { rows } = await sql<Maybe>`
    select counted.total, s.tag, s.name, s.member_count, s.trophies, s.popularity_weight, s.activity_score, s.country,
      s.analytics_available, s.created_at, (select max(popularity_weight) from club_summaries) as largest_weight
    from (select ${total} as total) counted
      left join unnest(${tags}) with ordinality as page(tag, place) on true
      left join club_summaries s on s.tag = page.tag collate "C"
    order by place`.execute(db)
  const cards = rows.flatMap((row) => (row.tag === null ? [] : cardOf(row)))
  return { cards, total: rows[0]?.total ?? 0 }
}

function cardOf(club: Row): z.output<typeof BrowseClub> {
  return {
    club_tag: club.tag,
    club_name: club.name,
    member_count: club.member_count,
    trophies: club.trophies,
    popularity_score: popularityScore(club.popularity_weight, club.largest_weight),
    activity_score: club.activity_score,
    region: regionOf(club.country),
    country: club.country,
    analytics_available: club.analytics_available,
    created_date: club.created_at.toISOString(),
  }
}
