import type { Output } from '#shared/contract/endpoint.ts'
import type { getDashboard } from '#shared/contract/platform.ts'
import type { Context } from '../context.ts'
import { analyticsCoverage } from '../metrics/analytics-coverage.ts'
import { growthPercent } from '../metrics/growth-percent.ts'
import { oneDecimal } from '../metrics/one-decimal.ts'
import { totals } from '../summaries/totals.ts'
import type { RecentActivity } from './recent-activity.ts'

/** The totals. Growth is of tracked clubs and players over 7 days; null while all of them are newer. */
export async function overview(
  { db }: Context,
  recent: RecentActivity,
): Promise<Output<typeof getDashboard>['platform_overview']> {
  const { clubs, players } = await totals(db)
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
