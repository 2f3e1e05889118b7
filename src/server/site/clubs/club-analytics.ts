import type { Context } from '#server/context.ts'
import { type ClubHistory, readClubHistory, readMemberHistories } from '#server/history/members.ts'
import { clubNotTracked } from '#server/history/not-tracked.ts'
import { freshness } from '#server/history/series.ts'
import { activeDays } from '#server/metrics/activity.ts'
import { analyticsAvailability } from '#server/metrics/analytics-availability.ts'
import {
  type ClubFigures,
  clubHealth,
  clubSentence,
  silentMembers,
  UNKNOWN_HEALTH,
  weekOfMembers,
} from '#server/metrics/club-health.ts'
import { type MemberHistory, undatedSince, windowView } from '#server/metrics/daily-series.ts'
import { type MemberScoreRow, memberScores, topPerformer } from '#server/metrics/member-scores.ts'
import { activeShare, type MemberPresence, memberPresence } from '#server/metrics/presence.ts'
import { SILENCE_DAYS } from '#server/metrics/silence.ts'
import { clubGrowth } from '#server/metrics/trophy-gain.ts'
import type { getActivityHeatmap, getClubAnalytics, getMemberScores } from '#shared/contract/clubs.ts'
import type { Output } from '#shared/contract/endpoint.ts'
import { type CalendarDay, dayOf, dayWindow, type Timeframe, WEEK } from '#shared/days.ts'
import { HEATMAP_MEMBERS } from '#shared/limits.ts'

const DAYS = 30

type ClubAnalytics = Output<typeof getClubAnalytics>

/** The figures of a club and its members over 30 days. Throws `not_found` when it is not tracked. */
export async function clubAnalytics({ db, clock }: Context, tag: string): Promise<ClubAnalytics> {
  const now = clock.now()
  const club = await readClubHistory(db, tag, { days: SILENCE_DAYS, now })
  if (club === null) throw clubNotTracked()
  return describe(club, now)
}

function describe(club: ClubHistory, now: Date): ClubAnalytics {
  const { members, series, observedAt, asOf, observedDays, firstSeenAt, joined, left } = club
  const today = dayOf(now)
  const availability = analyticsAvailability({ observedDays, seenToday: dayOf(observedAt) === today }, today)
  const { analytics_available: available } = availability
  const scores = memberScores(members, DAYS, available)
  const presence = memberPresence(members, asOf)
  const { ghosts, playsNoTrophies } = presence
  const summary = performanceSummary(scores, presence, available)
  return {
    ...availability,
    tracked_since: firstSeenAt.toISOString(),
    ...freshness(observedAt, now),
    ...weekOf(available ? figuresOfTheWeek(club, silentMembers(presence)) : null),
    club_health_metrics: available ? clubHealth(presence, series) : UNKNOWN_HEALTH,
    member_performance_summary: summary,
    joined_7d: joined,
    left_7d: left,
    ghosts: available ? ghosts : [],
    plays_no_trophies: available ? playsNoTrophies.map(lastBattleOf) : [],
  }
}

function weekOf(figures: ClubFigures | null): Pick<ClubAnalytics, 'summary' | 'week'> {
  const summary = figures && clubSentence(figures)
  return { summary, week: figures && summary !== null ? weekOfMembers(figures) : null }
}

/** The week ends when the club was last seen. Who joined or came back in it did not win its trophies for this club. */
function figuresOfTheWeek(club: ClubHistory, silent: number | null): ClubFigures {
  const joined = new Set(club.joined.map(({ tag }) => tag))
  const stayed = club.members.filter(({ tag }) => !joined.has(tag))
  return {
    ...clubGrowth(club.series, WEEK),
    joiners: club.joined.length,
    leavers: club.left.length,
    members: memberScores(stayed, WEEK),
    silent_members: silent,
  }
}

function lastBattleOf({ tag, name, lastBattleAt }: MemberPresence['playsNoTrophies'][number]) {
  return { tag, name, last_battle_at: lastBattleAt.toISOString() }
}

/** Without analytics nobody is called active or a ghost. Who is new, and who was not looked at, is known for certain. */
function performanceSummary(scores: MemberScoreRow[], presence: MemberPresence, available: boolean) {
  const { active, ghosts, playsNoTrophies, newcomers, unseen } = presence
  const { known } = activeShare(presence)
  return {
    members: scores.length,
    members_scored: scores.filter((row) => row.overall_score !== null).length,
    active_members: available ? active.length : null,
    ghost_members: available && known > 0 ? ghosts.length : null,
    plays_no_trophies_members: available ? playsNoTrophies.length : null,
    members_known_7d: available ? known : null,
    newcomers: newcomers.length,
    unseen_members: unseen.length,
    top_performer: available ? topPerformer(scores) : null,
  }
}

type Heatmap = Output<typeof getActivityHeatmap>
type MemberActivity = Heatmap['member_activity'][string]

/** Trophy changes of every present member on every day of the window, the most active first. */
export async function activityHeatmap(context: Context, tag: string, days: Timeframe): Promise<Heatmap> {
  const now = context.clock.now()
  const club = await readMemberHistories(context.db, tag, { days, now })
  if (club === null) throw clubNotTracked()
  const dates = dayWindow(dayOf(club.asOf), days)
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
  for (const [index, date] of dates.entries()) {
    const trophy_changes = series.changes[index] ?? null
    const estimated = series.estimated[index] ?? 0
    const since = undatedSince(series, index)
    days[date] = {
      trophy_changes,
      ...(estimated > 0 && { estimated }),
      ...(since !== null && { since }),
    }
  }
  return {
    player_tag: tag,
    player_name: name,
    active_days: activeDays(view),
    observed_days: view.observedDays,
    total_trophy_changes: view.dates.reduce((sum, { changes }) => sum + changes, 0),
    total_estimated: series.estimated.reduce((sum, games) => sum + games, 0),
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
  const club = await readMemberHistories(context.db, tag, { days: Math.max(days, SILENCE_DAYS), now })
  if (club === null) throw clubNotTracked()
  const { observedAt, observedDays, members } = club
  const today = dayOf(now)
  const availability = analyticsAvailability({ observedDays, seenToday: dayOf(observedAt) === today }, today)
  const { analytics_available, learning } = availability
  return {
    club_tag: tag,
    days,
    ...freshness(observedAt, now),
    analytics_available,
    learning,
    member_scores: memberScores(members, days, analytics_available),
  }
}
