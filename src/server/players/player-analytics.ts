import { type CalendarDay, dayOf } from '#shared/calendar-day.ts'
import type { Output } from '#shared/contract/endpoint.ts'
import type { getPlayerAnalytics } from '#shared/contract/players.ts'
import type { Context } from '../context.ts'
import { freshness } from '../history/freshness.ts'
import { achievedMilestones } from '../metrics/achieved-milestones.ts'
import { analyticsAvailability } from '../metrics/analytics-availability.ts'
import type { DailySeries } from '../metrics/daily-series.ts'
import { playerActivity, withoutScores } from '../metrics/player-activity.ts'
import { type ClubPlace, playerSentence } from '../metrics/player-sentence.ts'
import type { Standing } from '../summaries/trophy-standings.ts'
import { type ClubContribution, clubContribution } from './club-contribution.ts'
import { type AnalysedPlayer, playerWithSeries } from './player-with-series.ts'
import { lastSeen } from './stored-player.ts'

type PlayerAnalytics = Output<typeof getPlayerAnalytics>

/** How a player does: the last 30 days, and the milestones of the whole history. */
export async function playerAnalytics(context: Context, tag: string): Promise<PlayerAnalytics> {
  const { player, series, standing } = await playerWithSeries(context, tag)
  const contribution = await clubContribution(context, player)
  return describe(player, { series, standing, contribution }, context.clock.now())
}

type Known = { series: DailySeries; standing: Standing; contribution: ClubContribution | null }

function describe(player: AnalysedPlayer, { series, standing, contribution }: Known, now: Date): PlayerAnalytics {
  const availability = availabilityOf(series, dayOf(now))
  const known = playerActivity(series, standing.percentile)
  const activity = availability.analytics_available ? known : withoutScores(known)
  const seenAt = lastSeen(player)
  return {
    ...availability,
    tracked_since: player.firstSeenAt.toISOString(),
    ...freshness(seenAt, now),
    summary: availability.analytics_available ? playerSentence(activity, placeOf(contribution)) : null,
    performance_score: activity.performance_score,
    trophy_percentile: activity.trophy_percentile,
    players_compared: standing.players,
    activity_analysis: { ...activity.activity_analysis, observed_days_30d: activity.observed_days_30d },
    trophy_progression: { trophy_change_30d: activity.trophy_change_30d },
    club_contribution: contribution,
    achievement_milestones: achievedMilestones(series),
    next_milestone: activity.next_milestone,
  }
}

function availabilityOf(series: DailySeries, today: CalendarDay) {
  const observedDays = series.closes.filter((close) => close !== null).length
  return analyticsAvailability({ observedDays, seenToday: series.closes.at(-1) !== null }, today)
}

function placeOf(contribution: ClubContribution | null): ClubPlace | null {
  if (contribution === null || contribution.rank_in_club === null) return null
  return { rank: contribution.rank_in_club, members: contribution.members_ranked }
}
