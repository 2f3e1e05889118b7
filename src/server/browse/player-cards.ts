import { type Selectable, sql } from 'kysely'
import type * as z from 'zod/mini'
import type { BrowsePlayer } from '#shared/contract/browse.ts'
import { regionOf } from '#shared/regions.ts'
import type { Context } from '../context.ts'
import type { Tables } from '../database/tables.ts'
import { popularityScore } from '../metrics/popularity-score.ts'
import type { ChosenPage } from '../summaries/list-entities.ts'

type Row = Selectable<Tables['player_summaries']> & { club_name: string | null; largest_weight: number }
type Maybe = { total: number } & (Row | { tag: null })

/** What browse shows of the players of a page, in its order, and how many there are on all pages. */
export async function playerCards(
  { db }: Context,
  { tags, total }: ChosenPage,
): Promise<{ cards: z.output<typeof BrowsePlayer>[]; total: number }> {
  const { rows } = await sql<Maybe>`
    select counted.total, s.tag, s.name, s.trophies, s.popularity_weight, s.performance_score, s.activity_score,
      s.club_tag, s.country, s.analytics_available, s.created_at, c.name as club_name,
      (select max(popularity_weight) from player_summaries) as largest_weight
    from (select ${total} as total) counted
      left join unnest(${tags}) with ordinality as page(tag, place) on true
      left join player_summaries s on s.tag = page.tag collate "C"
      left join club_summaries c on c.tag = s.club_tag
    order by place`.execute(db)
  const cards = rows.flatMap((row) => (row.tag === null ? [] : cardOf(row)))
  return { cards, total: rows[0]?.total ?? 0 }
}

function cardOf(player: Row): z.output<typeof BrowsePlayer> {
  return {
    player_tag: player.tag,
    player_name: player.name,
    trophies: player.trophies,
    popularity_score: popularityScore(player.popularity_weight, player.largest_weight),
    performance_score: player.performance_score,
    activity_score: player.activity_score,
    club_name: player.club_name,
    club_tag: player.club_tag,
    region: regionOf(player.country),
    country: player.country,
    analytics_available: player.analytics_available,
    created_date: player.created_at.toISOString(),
  }
}
