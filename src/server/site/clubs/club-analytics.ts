import type { Context } from '#server/context.ts'
import { type ClubHistory, readClubHistory, readMemberHistories } from '#server/history/members.ts'
import { clubNotTracked } from '#server/history/not-tracked.ts'
import { freshness } from '#server/history/series.ts'
import { activeDays } from '#server/metrics/activity.ts'
import { analyticsAvailability } from '#server/metrics/analytics-availability.ts'
import { clubHealth, clubSentence } from '#server/metrics/club-health.ts'
import { type MemberHistory, windowView } from '#server/metrics/daily-series.ts'
import { type MemberScoreRow, memberScores, topPerformer } from '#server/metrics/member-scores.ts'
import { type MemberPresence, memberPresence } from '#server/metrics/presence.ts'
import { trophyGrowth } from '#server/metrics/trophy-gain.ts'
import type { getActivityHeatmap, getClubAnalytics, getMemberScores } from '#shared/contract/clubs.ts'
import type { Output } from '#shared/contract/endpoint.ts'
import { type CalendarDay, dayOf, dayWindow, type Timeframe } from '#shared/days.ts'
import { HEATMAP_MEMBERS } from '#shared/limits.ts'

const DAYS = 30

/** Too few days are observed to judge the club. Unknown is null, not 0. */
const UNKNOWN_HEALTH = { activity_score: null, trophy_growth_7d: null, trophy_growth_7d_percent: null }

type ClubAnalytics = Output<typeof getClubAnalytics>

/** The figures of a club and its members over 30 days. Throws `not_found` when it is not tracked. */
export async function clubAnalytics({ db, clock }: Context, tag: string): Promise<ClubAnalytics> {
  const now = clock.now()
  const club = await readClubHistory(db, tag, { days: DAYS, now })
  if (club === null) throw clubNotTracked()
  return describe(club, now)
}

function describe({ members, series, observedAt, observedDays, firstSeenAt }: ClubHistory, now: Date): ClubAnalytics {
  const scores = memberScores(members, DAYS)
  const presence = memberPresence(members)
  const today = dayOf(now)
  const seenToday = dayOf(observedAt) === today
  const availability = analyticsAvailability({ observedDays, seenToday }, today)
  const { analytics_available: available } = availability
  const gain = trophyGrowth(series, DAYS).growth
  const { ghosts } = presence
  const sentence = { days: DAYS, gain, members: scores, ghosts, observedDays }
  return {
    ...availability,
    tracked_since: firstSeenAt.toISOString(),
    ...freshness(observedAt, now),
    summary: available ? clubSentence(sentence) : null,
    club_health_metrics: {
      ...(available ? clubHealth(members, series) : UNKNOWN_HEALTH),
      // A change is known once it is seen. That there was none is known only after enough days.
      trophy_change_30d: available ? gain : gain || null,
    },
    member_performance_summary: {
      ...performanceSummary(scores, presence),
      top_performer: available ? topPerformer(scores) : null,
    },
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
  }
}

type Heatmap = Output<typeof getActivityHeatmap>
type MemberActivity = Heatmap['member_activity'][string]

/** Trophy changes of every present member on every day of the window, the most active first. */
export async function activityHeatmap(context: Context, tag: string, days: Timeframe): Promise<Heatmap> {
  const now = context.clock.now()
  const club = await readMemberHistories(context.db, tag, { days, now })
  if (club === null) throw clubNotTracked()
  const dates = dayWindow(dayOf(now), days)
  const rows = club.members.map((member) => activityOf(member, dates)).sort(mostActiveFirst)
  const activity = Object.fromEntries(rows.map((row) => [row.player_tag, row]))
  return {
    club_tag: tag,
    days,
    ...freshness(club.observedAt, now),
    dates,
    member_activity: activity,
    shown_members: HEATMAP_MEMBERS,
  }
}

function activityOf({ tag, name, series }: MemberHistory, dates: CalendarDay[]): MemberActivity {
  const view = windowView(series, dates.length)
  // Every member gets the days in the same order, one by one, so that the engine gives all objects one shape.
  const days: MemberActivity['activity_days'] = {}
  for (const [index, date] of dates.entries()) days[date] = { trophy_changes: series.changes[index] ?? null }
  return {
    player_tag: tag,
    player_name: name,
    active_days: activeDays(view),
    observed_days: view.observed.length,
    total_trophy_changes: view.observed.reduce((sum, { changes }) => sum + changes, 0),
    activity_days: days,
  }
}

function mostActiveFirst(one: MemberActivity, other: MemberActivity): number {
  return (
    other.active_days - one.active_days ||
    other.total_trophy_changes - one.total_trophy_changes ||
    (one.player_tag < other.player_tag ? -1 : 1)
  )
}

/** The scores of the present members, best first. */
export async function clubMemberScores(
  context: Context,
  tag: string,
  days: Timeframe,
): Promise<Output<typeof getMemberScores>> {
  const now = context.clock.now()
  const club = await readMemberHistories(context.db, tag, { days, now })
  if (club === null) throw clubNotTracked()
  return {
    club_tag: tag,
    days,
    ...freshness(club.observedAt, now),
    member_scores: memberScores(club.members, days),
  }
}
