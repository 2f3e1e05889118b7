import type { Context } from '#server/context.ts'
import { statement } from '#server/database/database.ts'
import { MEMBERS, readMemberHistories, type StoredMember, withHistories } from '#server/history/members.ts'
import {
  assembleSeries,
  type First,
  firstDay,
  freshness,
  type SeriesPart,
  seriesParts,
} from '#server/history/series.ts'
import { activeDays } from '#server/metrics/activity.ts'
import { analyticsAvailability } from '#server/metrics/analytics-availability.ts'
import { clubHealth, clubSentence } from '#server/metrics/club-health.ts'
import { type DailySeries, type MemberHistory, windowView } from '#server/metrics/daily-series.ts'
import { type MemberScoreRow, memberScores, topPerformer } from '#server/metrics/member-scores.ts'
import { type MemberPresence, memberPresence } from '#server/metrics/presence.ts'
import { trophyGrowth } from '#server/metrics/trophy-gain.ts'
import type { getActivityHeatmap, getClubAnalytics, getMemberScores } from '#shared/contract/clubs.ts'
import type { Output } from '#shared/contract/endpoint.ts'
import { type CalendarDay, dayOf, dayWindow, type Timeframe } from '#shared/days.ts'
import { HEATMAP_MEMBERS } from '#shared/limits.ts'
import { clubNotTracked } from './club-detail.ts'

const DAYS = 30

/** A few days are no measure of a club: unknown is not 0. */
const UNKNOWN_HEALTH = { activity_score: null, trophy_growth_7d: null, trophy_growth_7d_percent: null }

type ClubAnalytics = Output<typeof getClubAnalytics>

type Stored = First & {
  firstSeenAt: Date
  observed_at: Date
  observed_days: number
  members: StoredMember[] | null
  parts: SeriesPart[] | null
}

// Members and the club's own series lie with their club; the members' series lie elsewhere, and are read on their own.
const storedClub = statement<Stored>(`
  select c.first_seen_at as "firstSeenAt", c.first_trophies as "firstTrophies", c.observed_at,
    c.observed_days, found.members, stored.parts
  from clubs c cross join (${MEMBERS}) found
    cross join (${seriesParts('club', (column) => `${column} = $1`, '$2::date')}) stored
  where c.tag = $1`)

/** How a club and its members do, over 30 days. */
export async function clubAnalytics({ db, clock }: Context, tag: string): Promise<ClubAnalytics> {
  const now = clock.now()
  const window = { days: DAYS, now }
  const [club] = await storedClub(db, [tag, firstDay(window)])
  if (club === undefined) throw clubNotTracked()
  const members = await withHistories(db, club.members ?? [], window)
  return describe(club, members, assembleSeries('club', club.parts ?? [], club, window), now)
}

function describe(club: Stored, members: MemberHistory[], series: DailySeries, now: Date): ClubAnalytics {
  const scores = memberScores(members, DAYS)
  const presence = memberPresence(members)
  const today = dayOf(now)
  const seenToday = dayOf(club.observed_at) === today
  const availability = analyticsAvailability({ observedDays: club.observed_days, seenToday }, today)
  const { analytics_available: available } = availability
  const gain = trophyGrowth(series, DAYS).growth
  const { ghosts } = presence
  const sentence = { days: DAYS, gain, members: scores, ghosts, observedDays: club.observed_days }
  return {
    ...availability,
    tracked_since: club.firstSeenAt.toISOString(),
    ...freshness(club.observed_at, now),
    summary: available ? clubSentence(sentence) : null,
    club_health_metrics: {
      ...(available ? clubHealth(members, series) : UNKNOWN_HEALTH),
      // What changed is known at once; that nothing did is not.
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
  // Days in the same order for everybody, one by one: so the engine keeps all these objects in one shape.
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
