import { dayOf } from '#shared/calendar-day.ts'
import type { getClubAnalytics } from '#shared/contract/clubs.ts'
import type { Output } from '#shared/contract/endpoint.ts'
import { isStale } from '#shared/staleness.ts'
import type { Context } from '../context.ts'
import { readMemberHistories } from '../history/read-member-histories.ts'
import { readTrackedSeries } from '../history/read-tracked-series.ts'
import { analyticsAvailability } from '../metrics/analytics-availability.ts'
import { clubHealth } from '../metrics/club-health.ts'
import { clubSentence } from '../metrics/club-sentence.ts'
import type { DailySeries } from '../metrics/daily-series.ts'
import type { MemberHistory } from '../metrics/member-history.ts'
import { type MemberPresence, memberPresence } from '../metrics/member-presence.ts'
import { type MemberScoreRow, memberScores } from '../metrics/member-scores.ts'
import { topPerformer } from '../metrics/top-performer.ts'
import { trophyGrowth } from '../metrics/trophy-growth.ts'
import { clubNotTracked, type StoredClub, storedClub } from './stored-club.ts'

const DAYS = 30

type ClubAnalytics = Output<typeof getClubAnalytics>

/** How a club and its members do, over 30 days. */
export async function clubAnalytics(context: Context, tag: string): Promise<ClubAnalytics> {
  const now = context.clock.now()
  const window = { days: DAYS, now }
  const [club, members, series] = await Promise.all([
    storedClub(context, tag),
    readMemberHistories(context.db, tag, window),
    readTrackedSeries(context.db, 'club', tag, window),
  ])
  if (members === null || series === null) throw clubNotTracked()
  return describe(club, members, series, now)
}

function describe(club: StoredClub, members: MemberHistory[], series: DailySeries, now: Date): ClubAnalytics {
  const scores = memberScores(members, DAYS)
  const presence = memberPresence(members)
  const today = dayOf(now)
  const seenToday = dayOf(club.observed_at) === today
  const availability = analyticsAvailability({ observedDays: club.observed_days, seenToday }, today)
  const gain = trophyGrowth(series, DAYS).growth
  const { ghosts } = presence
  const sentence = { days: DAYS, gain, members: scores, ghosts, observedDays: club.observed_days }
  return {
    ...availability,
    tracked_since: club.first_seen_at.toISOString(),
    last_updated: club.observed_at.toISOString(),
    stale: isStale(club.observed_at, now),
    summary: availability.analytics_available ? clubSentence(sentence) : null,
    club_health_metrics: { ...clubHealth(members, series), trophy_change_30d: gain },
    member_performance_summary: performanceSummary(scores, presence),
    ghosts,
  }
}

function performanceSummary(scores: MemberScoreRow[], presence: MemberPresence) {
  return {
    members: scores.length,
    members_scored: scores.filter((row) => row.overall_score !== null).length,
    active_members: presence.active.length,
    ghost_members: presence.ghosts.length,
    newcomers: presence.newcomers.length,
    unseen_members: presence.unseen.length,
    top_performer: topPerformer(scores),
  }
}
