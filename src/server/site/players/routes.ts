import type { Context } from '#server/context.ts'
import { statement } from '#server/database/database.ts'
import { viewNoter } from '#server/directory/noted-visits.ts'
import { RANK, type Rank, type Standing, standingOf } from '#server/directory/trophy-standings.ts'
import { readMemberHistories } from '#server/history/members.ts'
import {
  assembleSeries,
  type First,
  freshness,
  readTrackedSeries,
  type SeriesPart,
  seriesParts,
} from '#server/history/series.ts'
import { analyticsAvailability } from '#server/metrics/analytics-availability.ts'
import type { DailySeries } from '#server/metrics/daily-series.ts'
import { contributions, rankBy } from '#server/metrics/member-scores.ts'
import { achievedMilestones } from '#server/metrics/milestones.ts'
import { oneDecimal } from '#server/metrics/one-decimal.ts'
import { type ClubPlace, playerActivity, playerSentence, withoutScores } from '#server/metrics/player-activity.ts'
import { trophyProgression } from '#server/metrics/trophy-line.ts'
import type { Output } from '#shared/contract/endpoint.ts'
import { getPlayer, getPlayerAnalytics, getPlayerProgression } from '#shared/contract/players.ts'
import { type CalendarDay, dayOf, daysBetween, type Timeframe } from '#shared/days.ts'
import { plainName } from '#shared/plain-name.ts'
import { aboutPlayer } from '../http/response-cache.ts'
import { type Server, serve } from '../http/serve.ts'
import { progressionCsv } from '../http/wire-format.ts'
import { lastSeen, playerDetail, playerNotShown } from './player-detail.ts'

export function registerPlayers(server: Server, context: Context): void {
  const cache = aboutPlayer
  serve(server, getPlayer, ({ params }) => playerDetail(context, params.tag), {
    cache,
    onAnswered: viewNoter(context.visits, 'player'),
  })
  serve(server, getPlayerAnalytics, ({ params }) => playerAnalytics(context, params.tag), { cache })
  serve(server, getPlayerProgression, ({ params, query }) => playerProgression(context, params.tag, query.days), {
    cache,
    sheet: progressionCsv,
  })
}

type PlayerAnalytics = Output<typeof getPlayerAnalytics>

/** How a player does: the last 30 days, and the milestones of the whole history. */
async function playerAnalytics(context: Context, tag: string): Promise<PlayerAnalytics> {
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

type AnalysedPlayer = First &
  Rank & {
    tag: string
    firstSeenAt: Date
    observed_at: Date
    club_tag: string | null
    club_name: string | null
    club_observed_at: Date | null
    parts: SeriesPart[] | null
  }

/** Before any history: all that is stored counts. */
const EVER = `date '1970-01-01'`

const playerWithParts = statement<AnalysedPlayer>(`
  select p.tag, p.first_seen_at as "firstSeenAt", p.first_trophies as "firstTrophies", p.observed_at, p.club_tag,
    c.name as club_name, c.observed_at as club_observed_at, ranked.*, stored.parts
  from players p left join clubs c on c.tag = p.club_tag
    cross join lateral (${RANK}) ranked
    cross join (${seriesParts('player', (column) => `${column} = $1`, EVER)}) stored
  where p.tag = $1 and not exists (select from tombstones t where t.tag = p.tag)`)

/** A player who may be shown with the whole series and the standing by trophies, in one statement; refuses with 404. */
async function playerWithSeries(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  tag: string,
): Promise<{ player: AnalysedPlayer; series: DailySeries; standing: Standing }> {
  const [player] = await playerWithParts(db, [tag])
  if (player === undefined) throw await playerNotShown(db, tag)
  const now = clock.now()
  const days = Math.max(1, daysBetween(dayOf(player.firstSeenAt), dayOf(now)) + 1)
  return {
    player,
    series: assembleSeries('player', player.parts ?? [], player, { days, now }),
    standing: standingOf(player),
  }
}

const DAYS = 30

type ClubContribution = NonNullable<Output<typeof getPlayerAnalytics>['club_contribution']>

/** What a player adds to the club among its present members; null in no club, or in one whose list was never read. */
async function clubContribution(
  context: Context,
  player: { tag: string; club_tag: string | null; club_name: string | null },
): Promise<ClubContribution | null> {
  if (player.club_tag === null || player.club_name === null) return null
  const club = await readMemberHistories(context.db, player.club_tag, { days: DAYS, now: context.clock.now() })
  if (club === null) return null
  const added = contributions(club.members, DAYS)
  const place = added.findIndex(({ member }) => member.tag === player.tag)
  const own = added[place]
  if (own === undefined) return null
  const ranks = rankBy(added.map(({ contribution }) => contribution))
  return {
    club_name: plainName(player.club_name),
    club_tag: player.club_tag,
    contribution_score: oneDecimal(own.contribution),
    rank_in_club: ranks[place] ?? null,
    members_ranked: ranks.filter((rank) => rank !== null).length,
    gain: own.gain,
  }
}

/** The trophy line of a player. */
async function playerProgression({ db, clock }: Context, tag: string, days: Timeframe) {
  const now = clock.now()
  const player = await readTrackedSeries(db, 'player', tag, { days, now })
  if (player === null) throw await playerNotShown(db, tag)
  return { tag, days, ...freshness(player.observedAt, now), ...trophyProgression(player.series, days) }
}
