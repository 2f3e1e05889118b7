import { type RawBuilder, sql } from 'kysely'
import * as z from 'zod/mini'
import { type Database, queryRows } from '#server/database/database.ts'
import { entityTotals, type RecentActivity, recentActivity } from '#server/directory/counters.ts'
import { facetsOf } from '#server/directory/facets.ts'
import { findPage } from '#server/directory/find-entities.ts'
import { readClubSeries } from '#server/history/series.ts'
import type { Clock } from '#server/kernel/clock.ts'
import { analyticsCoverage } from '#server/metrics/analytics-availability.ts'
import { oneDecimal } from '#server/metrics/one-decimal.ts'
import {
  type AnalyticsHighlight,
  analyticsHighlights,
  type ClubCandidate,
  mostTrending,
  type PlayerCandidate,
  type RegionalEntity,
  type RegionalInsight,
  regionalInsights,
  type TrendingCandidate,
  type TrendingEntity,
} from '#server/metrics/platform.ts'
import { growthPercent, trophyGrowth } from '#server/metrics/trophy-gain.ts'
import type { Output } from '#shared/contract/endpoint.ts'
import { getDashboard } from '#shared/contract/platform.ts'
import { PODIUM, TRENDING } from '#shared/limits.ts'
import type { Region } from '#shared/regions.ts'
import type { EntityType } from '#shared/tag.ts'
import { aboutAll } from '../http/response-cache.ts'
import { type Server, serve } from '../http/serve.ts'

/** The dashboard reads the store alone. */
type Store = { db: Database; clock: Clock }

export function registerPlatform(server: Server, context: Store): void {
  serve(server, getDashboard, () => dashboard(context), { cache: aboutAll })
}

/** The figures of the platform: from summaries and counters alone, whatever the number of clubs and players. */
async function dashboard(context: Store): Promise<Output<typeof getDashboard>> {
  const recent = await recentActivity(context)
  return {
    platform_overview: await overview(context, recent),
    trending_this_week: await trendingThisWeek(context),
    regional_insights: await regions(context),
    analytics_highlights: await highlights(context),
    recent_activity: recent,
  }
}

/** The totals. Growth is that of tracked clubs and players over 7 days; null while all of them are newer. */
async function overview(
  { db }: Store,
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

/** The clubs and players that grew most this week, of those with enough history. */
async function trendingThisWeek(context: Store): Promise<TrendingEntity[]> {
  return mostTrending([...(await fastestGrowing(context, 'club')), ...(await fastestGrowing(context, 'player'))])
}

const CANDIDATE = { tag: z.string(), name: z.string(), trophies: z.int() }

/**
 * The first of one type by what was won in percent: no others can be among the first of both types. The growth of a club
 * with all who joined and left is read from its series.
 */
async function fastestGrowing(context: Store, type: EntityType): Promise<TrendingCandidate[]> {
  const rows = await queryRows(
    context.db,
    { ...CANDIDATE, played: z.int(), growthFrom: z.int() },
    sql`
    select tag, name, trophies, growth_7d as played, growth_from as "growthFrom"
    from ${sql.table(`${type}_summaries`)}
    where analytics_available and growth_7d_percent is not null
    order by growth_7d_percent desc nulls last, trophies desc, tag limit ${TRENDING}`,
  )
  const totals = type === 'club' ? await clubTotals(context, rows) : null
  return rows.map((row) => ({ ...row, type, growth: totals?.get(row.tag) ?? row.played }))
}

const GROWTH_DAYS = 7

async function clubTotals({ db, clock }: Store, clubs: { tag: string }[]): Promise<Map<string, number | null>> {
  const subjects = await db
    .selectFrom('clubs')
    .select(['tag', 'first_seen_at as firstSeenAt', 'first_trophies as firstTrophies', 'observed_at as asOf'])
    .where(sql<boolean>`tag = any(${clubs.map(({ tag }) => tag)})`)
    .execute()
  const series = await readClubSeries(db, subjects, { days: GROWTH_DAYS, now: clock.now() })
  return new Map([...series].map(([tag, club]) => [tag, trophyGrowth(club, GROWTH_DAYS).growth]))
}

const REGIONS_SHOWN: readonly Region[] = ['na', 'eu', 'asia']

/** Size and mean activity of each region from the counters, and its best three from the first of both types. */
async function regions(context: Store): Promise<RegionalInsight[]> {
  const candidates: RegionalEntity[] = []
  for (const region of REGIONS_SHOWN) {
    candidates.push(...(await readBest(context, region, 'club')), ...(await readBest(context, region, 'player')))
  }
  const insights = regionalInsights(candidates)
  return Promise.all(insights.map(async (insight) => ({ ...insight, ...(await size(context, insight.region)) })))
}

async function size({ db }: Store, region: Region): Promise<Omit<RegionalInsight, 'region' | 'top_performers'>> {
  const { clubs, players } = await entityTotals(db, facetsOf({ region }))
  const scored = clubs.scored + players.scored
  const tenths = clubs.activityTenths + players.activityTenths
  return {
    entity_count: clubs.entities + players.entities,
    avg_activity_score: scored === 0 ? null : oneDecimal(tenths / 10 / scored),
  }
}

const SORT = { club: 'activity_score', player: 'performance_score' } as const

async function readBest({ db }: Store, region: Region, type: EntityType): Promise<RegionalEntity[]> {
  const sort = SORT[type]
  const { start, tags } = await findPage(db, { type, filter: { region }, sort, limit: PODIUM, offset: 0 })
  const score = z.nullable(z.number())
  const rows = await queryRows(
    db,
    { ...CANDIDATE, activityScore: score, score },
    sql`
    ${start} select tag, name, trophies, activity_score as "activityScore", ${sql.ref(sort)} as score
    from ${sql.table(`${type}_summaries`)} where tag = any(${tags})`,
  )
  return rows.map((row) => ({ ...row, type, region }))
}

/** What stands out, of clubs and players with enough history. Only the first of each order can win. */
async function highlights({ db }: Store): Promise<AnalyticsHighlight[]> {
  const clubs = [
    ...(await firstClub(db, sql`activity_score desc nulls last`)),
    ...(await firstClub(db, sql`ghosts asc`)),
  ]
  const players = [
    ...(await firstPlayer(db, sql`growth_7d_percent desc nulls last`)),
    ...(await firstPlayer(db, sql`consistency_rating desc nulls last`)),
    ...(await firstPlayer(db, sql`longest_streak desc nulls last`)),
  ]
  return analyticsHighlights(clubs, players)
}

function firstClub(db: Database, order: RawBuilder<unknown>): Promise<ClubCandidate[]> {
  return queryRows(
    db,
    { ...CANDIDATE, members: z.int(), activityScore: z.nullable(z.number()), ghosts: z.nullable(z.int()) },
    sql`
    select tag, name, trophies, member_count as members, activity_score as "activityScore", ghosts
    from club_summaries where analytics_available order by ${order}, trophies desc, tag limit 1`,
  )
}

const PLAYER_CANDIDATE = {
  ...CANDIDATE,
  growthPercent: z.nullable(z.number()),
  growth: z.nullable(z.int()),
  consistency: z.nullable(z.number()),
  streakDays: z.nullable(z.int()),
}

/** Who rests, or is hardly known of late, has no performance score and is not highlighted. */
function firstPlayer(db: Database, order: RawBuilder<unknown>): Promise<PlayerCandidate[]> {
  return queryRows(
    db,
    PLAYER_CANDIDATE,
    sql`
    select tag, name, trophies, growth_7d_percent as "growthPercent", growth_7d as growth,
      consistency_rating as consistency, longest_streak as "streakDays"
    from player_summaries where analytics_available and performance_score is not null
    order by ${order}, trophies desc, tag limit 1`,
  )
}
