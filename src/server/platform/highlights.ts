import { sql } from 'kysely'
import type { Context } from '../context.ts'
import {
  type AnalyticsHighlight,
  analyticsHighlights,
  type ClubCandidate,
  type PlayerCandidate,
} from '../metrics/analytics-highlights.ts'

/** What stands out, of clubs and players with enough history. Only the first of each order can win. */
export async function highlights(context: Context): Promise<AnalyticsHighlight[]> {
  const clubs = [
    ...(await club(context, sql`activity_score desc nulls last`)),
    ...(await club(context, sql`ghosts asc`)),
  ]
  const players = [
    ...(await player(context, sql`growth_7d_percent desc nulls last`)),
    ...(await player(context, sql`consistency_rating desc nulls last`)),
    ...(await player(context, sql`longest_streak desc nulls last`)),
  ]
  return analyticsHighlights(clubs, players)
}

async function club({ db }: Context, order: ReturnType<typeof sql>): Promise<ClubCandidate[]> {
  const { rows } = await sql<ClubCandidate>`
    select tag, name, trophies, member_count as members, activity_score as "activityScore", ghosts
    from club_summaries where analytics_available order by ${order}, trophies desc, tag limit 1`.execute(db)
  return rows
}

async function player({ db }: Context, order: ReturnType<typeof sql>): Promise<PlayerCandidate[]> {
  const { rows } = await sql<PlayerCandidate>`
    select tag, name, trophies, growth_7d_percent as "growthPercent", growth_7d as growth,
      consistency_rating as consistency, longest_streak as "streakDays"
    from player_summaries where analytics_available order by ${order}, trophies desc, tag limit 1`.execute(db)
  return rows
}
