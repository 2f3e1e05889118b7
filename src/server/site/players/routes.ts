import * as z from 'zod/mini'
import type { Context } from '#server/context.ts'
import { field } from '#server/database/database.ts'
import { viewNoter } from '#server/directory/noted-visits.ts'
import { RANK_FIELDS, RANKED, type Standing, standingOf } from '#server/directory/trophy-standings.ts'
import { readMemberHistories } from '#server/history/members.ts'
import { playerNotShown } from '#server/history/not-tracked.ts'
import { freshness, trackedSeriesRead } from '#server/history/series.ts'
import { analyticsAvailability } from '#server/metrics/analytics-availability.ts'
import type { DailySeries } from '#server/metrics/daily-series.ts'
import { contributions, rankBy } from '#server/metrics/member-scores.ts'
import { achievedMilestones } from '#server/metrics/milestones.ts'
import { oneDecimal } from '#server/metrics/one-decimal.ts'
import { type ClubPlace, playerActivity, playerSentence, withoutScores } from '#server/metrics/player-activity.ts'
import type { Output } from '#shared/contract/endpoint.ts'
import { getPlayer, getPlayerAnalytics } from '#shared/contract/players.ts'
import { type CalendarDay, dayOf } from '#shared/days.ts'
import { plainName } from '#shared/plain-name.ts'
import { aboutPlayer } from '../http/response-cache.ts'
import { type Server, serve } from '../http/serve.ts'
import { playerDetail } from './player-detail.ts'

export function registerPlayers(server: Server, context: Context): void {
  const cache = aboutPlayer
  serve(server, getPlayer, ({ params }) => playerDetail(context, params.tag), {
    cache,
    onAnswered: viewNoter(context.visits, 'player'),
  })
  serve(server, getPlayerAnalytics, ({ params }) => playerAnalytics(context, params.tag), { cache })
}

type PlayerAnalytics = Output<typeof getPlayerAnalytics>

/** The figures of a player over 30 days, and the milestones of their whole history. */
async function playerAnalytics(context: Context, tag: string): Promise<PlayerAnalytics> {
  const now = context.clock.now()
  const player = await rankedPlayer(context.db, tag, { days: 'all', now })
  if (player === null) throw await playerNotShown(context.db, tag)
  const contribution = await clubContribution(context, tag, player)
  return describe(player, { standing: standingOf(player), contribution }, now)
}

type Known = { standing: Standing; contribution: ClubContribution | null }

function describe(player: RankedPlayer, { standing, contribution }: Known, now: Date): PlayerAnalytics {
  const { series } = player
  const availability = availabilityOf(series, dayOf(now))
  const known = playerActivity(series, standing.percentile)
  const activity = availability.analytics_available ? known : withoutScores(known)
  return {
    ...availability,
    tracked_since: player.firstSeenAt.toISOString(),
    ...freshness(player.observedAt, now),
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

const rankedPlayer = trackedSeriesRead(
  'player',
  {
    clubTag: field('p.club_tag', z.nullable(z.string())),
    clubName: field('c.name', z.nullable(z.string())),
    ...RANK_FIELDS,
  },
  RANKED,
)

type RankedPlayer = NonNullable<Awaited<ReturnType<typeof rankedPlayer>>>

const DAYS = 30

type ClubContribution = NonNullable<Output<typeof getPlayerAnalytics>['club_contribution']>

/** The player's part in the club among its present members. Null without a club, and for a club that is not tracked. */
async function clubContribution(
  context: Context,
  tag: string,
  { clubTag, clubName }: Pick<RankedPlayer, 'clubTag' | 'clubName'>,
): Promise<ClubContribution | null> {
  if (clubTag === null || clubName === null) return null
  const club = await readMemberHistories(context.db, clubTag, { days: DAYS, now: context.clock.now() })
  if (club === null) return null
  const added = contributions(club.members, DAYS)
  const place = added.findIndex(({ member }) => member.tag === tag)
  const own = added[place]
  if (own === undefined) return null
  const ranks = rankBy(added.map(({ contribution }) => contribution))
  return {
    club_name: plainName(clubName),
    club_tag: clubTag,
    contribution_score: oneDecimal(own.contribution),
    rank_in_club: ranks[place] ?? null,
    members_ranked: ranks.filter((rank) => rank !== null).length,
    gain: own.gain,
  }
}
