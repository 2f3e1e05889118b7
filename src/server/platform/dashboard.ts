import type { Output } from '#shared/contract/endpoint.ts'
import type { getDashboard } from '#shared/contract/platform.ts'
import type { Context } from '../context.ts'
import { highlights } from './highlights.ts'
import { overview } from './overview.ts'
import { recentActivity } from './recent-activity.ts'
import { regions } from './regions.ts'
import { trendingThisWeek } from './trending-this-week.ts'

/** The platform at a glance: from summaries and counters alone, whatever the number of clubs and players. */
export async function dashboard(context: Context): Promise<Output<typeof getDashboard>> {
  const recent = await recentActivity(context)
  return {
    platform_overview: await overview(context, recent),
    trending_this_week: await trendingThisWeek(context),
    regional_insights: await regions(context),
    analytics_highlights: await highlights(context),
    recent_activity: recent,
  }
}
