import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { entityTotals, type RecentActivity, recentActivity } from '#server/directory/counters.ts'
import { facetsOfRegion } from '#server/directory/facets.ts'
import { findEntities } from '#server/directory/find-entities.ts'
import { analyticsCoverage } from '#server/metrics/analytics-availability.ts'
import { oneDecimal } from '#server/metrics/one-decimal.ts'
import {
  type AnalyticsHighlight,
  analyticsHighlights,
  type ClubCandidate,
  type PlayerCandidate,
  type RegionalEntity,
  type RegionalInsight,
  regionalInsights,
  type TrendingCandidate,
  type TrendingEntity,
  trending,
} from '#server/metrics/platform.ts'
import { growthPercent } from '#server/metrics/trophy-gain.ts'
import type { Output } from '#shared/contract/endpoint.ts'
import { getDashboard } from '#shared/contract/platform.ts'
import { ANALYTICS_MIN_DAYS, PODIUM, TRENDING } from '#shared/limits.ts'
import type { Region } from '#shared/regions.ts'
import type { EntityType } from '#shared/tag.ts'
import { aboutAll } from '../http/response-cache.ts'
import { type Server, serve } from '../http/serve.ts'

export function registerPlatform(server: Server, context: Context): void {
  serve(server, getDashboard, () => dashboard(context), { cache: aboutAll })
}

/** The platform at a glance: from summaries and counters alone, whatever the number of clubs and players. */
async function dashboard(context: Context): Promise<Output<typeof getDashboard>> {
  const recent = await recentActivity(context)
  return {
    platform_overview: await overview(context, recent),
    trending_this_week: await trendingThisWeek(context),
    regional_insights: await regions(context),
    analytics_highlights: await highlights(context),
    recent_activity: recent,
  }
}

/** The totals. Growth is of tracked clubs and players over 7 days; null while all of them are newer. */
async function overview(
  { db }: Context,
  recent: RecentActivity,
): Promise<Output<typeof getDashboard>['platform_overview']> {
  const { clubs, players } = await entityTotals(db)
  const tracked = clubs.entities + players.entities
  const arrived = recent.new_clubs_7d + recent.new_players_7d
  return {
    total_clubs: clubs.entities,
    total_players: players.entities,
    analytics_coverage: analyticsCoverage(clubs.available + players.available, tracked),
    recent_activity: recent.data_updates_24h,
    platform_growth_7d: oneDecimal(growthPercent(arrived, tracked - arrived)),
  }
}

/** The clubs and players that grew most this week; of those without enough history none. */
async function trendingThisWeek(context: Context): Promise<TrendingEntity[]> {
  return trending([...(await candidates(context, 'club')), ...(await candidates(context, 'player'))])
}

/** The first of a kind by growth in percent: no others can be among the first of both. */
async function candidates({ db }: Context, type: EntityType): Promise<TrendingCandidate[]> {
  const { rows } = await sql<TrendingCandidate>`
    select first.*, ${type === 'club' ? GAIN_OF_MEMBERS : sql`null::bigint`} as "gainOfMembers" from (
      select tag, name, ${type}::text as type, trophies, growth_7d as growth, growth_from as "growthFrom",
        ${ANALYTICS_MIN_DAYS}::integer as "observedDays"
      from ${sql.table(`${type}_summaries`)}
      where analytics_available and growth_7d_percent is not null
      order by growth_7d_percent desc nulls last, trophies desc, tag limit ${TRENDING}
    ) first`.execute(db)
  return rows
}

/** A club's trophies rise by those who join it as well. */
const GAIN_OF_MEMBERS = sql`(
  select sum(own.growth_7d)::bigint from players p join player_summaries own on own.tag = p.tag collate "C"
  where p.club_tag = first.tag collate "default")`

const REGIONS_SHOWN: readonly Region[] = ['na', 'eu', 'asia']

/** Size and mean activity of each region from the counters, and its best three from the tops of both kinds. */
async function regions(context: Context): Promise<RegionalInsight[]> {
  const candidates: RegionalEntity[] = []
  for (const region of REGIONS_SHOWN) {
    candidates.push(...(await best(context, region, 'club')), ...(await best(context, region, 'player')))
  }
  const insights = regionalInsights(candidates)
  return Promise.all(insights.map(async (insight) => ({ ...insight, ...(await size(context, insight.region)) })))
}

async function size({ db }: Context, region: Region): Promise<Omit<RegionalInsight, 'region' | 'top_performers'>> {
  const { clubs, players } = await entityTotals(db, facetsOfRegion(region))
  const scored = clubs.scored + players.scored
  const tenths = clubs.activityTenths + players.activityTenths
  return {
    entity_count: clubs.entities + players.entities,
    avg_activity_score: scored === 0 ? null : oneDecimal(tenths / 10 / scored),
  }
}

const SORT = { club: 'activity_score', player: 'performance_score' } as const

async function best({ db }: Context, region: Region, type: EntityType): Promise<RegionalEntity[]> {
  const sort = SORT[type]
  const { tags } = await findEntities(db, { type, filter: { region }, sort, limit: PODIUM, offset: 0 })
  const { rows } = await sql<RegionalEntity>`
    select tag, name, ${type}::text as type, ${region}::text as region, trophies, activity_score as "activityScore",
      ${sql.ref(sort)} as score
    from ${sql.table(`${type}_summaries`)} where tag = any(${tags})`.execute(db)
  return rows
}

/** What stands out, of clubs and players with enough history. Only the first of each order can win. */
async function highlights(context: Context): Promise<AnalyticsHighlight[]> {
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
