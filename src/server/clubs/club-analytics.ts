import { dayOf } from '#shared/calendar-day.ts'
import type { getClubAnalytics } from '#shared/contract/clubs.ts'
import type { Output } from '#shared/contract/endpoint.ts'
import type { Context } from '../context.ts'
import { statement } from '../database/statement.ts'
import { freshness } from '../history/freshness.ts'
import { MEMBERS, type StoredMember, withHistories } from '../history/read-member-histories.ts'
import { assembleSeries, type First, firstDay, type SeriesPart, seriesParts } from '../history/series-rows.ts'
import { analyticsAvailability } from '../metrics/analytics-availability.ts'
import { clubHealth } from '../metrics/club-health.ts'
import { clubSentence } from '../metrics/club-sentence.ts'
import type { DailySeries } from '../metrics/daily-series.ts'
import type { MemberHistory } from '../metrics/member-history.ts'
import { type MemberPresence, memberPresence } from '../metrics/member-presence.ts'
import { type MemberScoreRow, memberScores } from '../metrics/member-scores.ts'
import { topPerformer } from '../metrics/top-performer.ts'
import { trophyGrowth } from '../metrics/trophy-growth.ts'
import { clubNotTracked } from './stored-club.ts'

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
