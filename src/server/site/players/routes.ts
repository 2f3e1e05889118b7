import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Context } from '#server/context.ts'
import { field } from '#server/database/database.ts'
import { viewNoter } from '#server/directory/noted-visits.ts'
import { RANK_FIELDS, RANKED, type Standing, standingOf } from '#server/directory/trophy-standings.ts'
import { type BattleNames, battleNames } from '#server/history/battles/read-battles.ts'
import { type StoredBrawler, unpackBrawlers } from '#server/history/ingest/raw-answers.ts'
import { readLadders } from '#server/history/ladders.ts'
import { readMemberHistories } from '#server/history/members.ts'
import { playerNotShown } from '#server/history/not-tracked.ts'
import { freshness, LAST_SIGNS, PROFILE_HIGHEST, trackedSeriesRead } from '#server/history/series.ts'
import { highestSeen } from '#server/history/standing-bests.ts'
import { analyticsAvailability } from '#server/metrics/analytics-availability.ts'
import { playerMilestones } from '#server/metrics/changes.ts'
import { memberScores } from '#server/metrics/member-scores.ts'
import { playerActivity, playerSentence, playerWeek, withoutScores } from '#server/metrics/player-activity.ts'
import { lastKnown } from '#server/metrics/ranked-history.ts'
import type { Output } from '#shared/contract/endpoint.ts'
import { getPlayer, getPlayerAnalytics } from '#shared/contract/players.ts'
import { type CalendarDay, dayOf } from '#shared/days.ts'
import { ANALYTICS_MIN_DAYS } from '#shared/limits.ts'
import { plainName } from '#shared/plain-name.ts'
import type { ClubPlace } from '#shared/player-sentence.ts'
import { shownStanding } from '#shared/ranked-tiers.ts'
import { aboutPlayer } from '../http/response-cache.ts'
import { type Server, serve } from '../http/serve.ts'

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
  const availability = availabilityOf(player, dayOf(now))
  const known = playerActivity(player, standing.percentile)
  const activity = availability.analytics_available ? known : withoutScores(known)
  const learning = availability.learning ?? activity.learning
  const { achieved, next } = playerMilestones(series, player.highestTrophies)
  return {
    ...availability,
    learning,
    tracked_since: player.firstSeenAt.toISOString(),
    ...freshness(player.observedAt, now),
    summary: learning === null ? playerSentence(series, activity, placeOf(contribution)) : null,
    week: learning === null ? playerWeek(series) : null,
    performance_score: activity.performance_score,
    resting: activity.resting,
    days_silent: activity.days_silent,
    silent_at_least: activity.silent_at_least,
    trophy_percentile: activity.trophy_percentile,
    players_compared: standing.players,
    activity_analysis: { ...activity.activity_analysis, observed_days_30d: activity.observed_days_30d },
    trophy_progression: { trophy_change_30d: activity.trophy_change_30d, span_days: activity.span_days },
    club_contribution: contribution,
    achievement_milestones: achieved,
    next_milestone: next,
  }
}

function availabilityOf({ series, asOf }: RankedPlayer, today: CalendarDay) {
  const observedDays = series.closes.filter((close) => close !== null).length
  return analyticsAvailability({ observedDays, seenToday: dayOf(asOf) === today }, today)
}

function placeOf(contribution: ClubContribution | null): ClubPlace | null {
  if (contribution === null || contribution.rank_in_club === null) return null
  return { rank: contribution.rank_in_club, members: contribution.members_ranked }
}

const rankedPlayer = trackedSeriesRead(
  'player',
  {
    ...LAST_SIGNS,
    ...PROFILE_HIGHEST,
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
  const rows = memberScores(club.members, DAYS, club.observedDays >= ANALYTICS_MIN_DAYS)
  const own = rows.find((row) => row.player_tag === tag)
  if (own === undefined) return null
  return {
    club_name: plainName(clubName),
    club_tag: clubTag,
    contribution_score: own.trophy_contribution,
    rank_in_club: own.rank_in_club,
    members_ranked: rows.filter((row) => row.rank_in_club !== null).length,
    gain: own.gain,
  }
}

type Player = Output<typeof getPlayer>

/** A tracked player. Fields that only the player's own profile holds are null until it was collected. */
async function playerDetail(context: Context, tag: string): Promise<Player> {
  const player = await storedPlayer(context, tag)
  const now = context.clock.now()
  const [ladders, seen, profile, names] = await Promise.all([
    readLadders(context.db, [tag], dayOf(now)),
    highestSeen(context.db, tag),
    context.db.selectFrom('player_profiles').selectAll().where('player_tag', '=', tag).executeTakeFirst(),
    battleNames(context),
  ])
  const seenAt = lastSeen(player)
  const { ranked, prestige } = lastKnown(ladders.get(tag) ?? new Map())
  return {
    tag: player.tag,
    name: plainName(player.name),
    name_color: player.name_color,
    trophies: player.trophies,
    highestTrophies: highestOf(profile?.highest_trophies ?? null, Math.max(player.trophies, seen ?? 0)),
    expLevel: profile?.exp_level ?? null,
    '3vs3Victories': profile?.victories_3vs3 ?? null,
    soloVictories: profile?.victories_solo ?? null,
    duoVictories: profile?.victories_duo ?? null,
    ranked: ranked && shownStanding(ranked),
    prestige: prestige?.total ?? null,
    club: clubOf(player),
    brawlers: unpackBrawlers(profile?.brawlers ?? []).map((brawler) => brawlerOf(brawler, names)),
    country: player.country,
    icon_id: player.icon_id,
    ...freshness(seenAt, now),
    profile_updated: profile?.read_at.toISOString() ?? null,
    tracked_since: player.first_seen_at.toISOString(),
    battles_missed: await battlesMissed(context, tag),
    latest_review: context.installation.demo ? null : player.latest_review,
  }
}

function clubOf(player: StoredPlayer): Player['club'] {
  if (player.club_tag === null) return null
  return { tag: player.club_tag, name: plainName(player.club_name ?? player.club_tag), role: player.role }
}

/** A profile may be older than the trophies that were seen since. Without one the highest is not known. */
function highestOf(told: number | null, seen: number): number | null {
  return told === null ? null : Math.max(told, seen)
}

/** The profile has no name for a withdrawn brawler; others may know it. */
function brawlerOf(brawler: StoredBrawler, names: BattleNames): Player['brawlers'][number] {
  const highestTrophies = highestOf(brawler.highestTrophies, brawler.trophies ?? 0)
  return { ...brawler, highestTrophies, name: brawler.name?.replaceAll('\n', ' ') ?? names.brawler(brawler.id) }
}

async function battlesMissed({ db }: Context, tag: string): Promise<boolean> {
  const gap = await db
    .selectFrom('battle_log_coverage')
    .select('covered_from')
    .where('player_tag', '=', tag)
    .where('overflow', '=', true)
    .limit(1)
    .executeTakeFirst()
  return gap !== undefined
}

/** The stored player with their club. Throws `not_found` when they are not tracked, or asked not to be shown. */
async function storedPlayer({ db }: Context, tag: string) {
  const player = await db
    .selectFrom('players')
    .leftJoin('clubs', 'clubs.tag', 'players.club_tag')
    .selectAll('players')
    .select(['clubs.name as club_name', 'clubs.observed_at as club_observed_at'])
    .select(({ selectFrom }) =>
      selectFrom('player_reviews as r')
        .select(({ fn }) => fn.max('r.period').as('newest'))
        .whereRef('r.player_tag', '=', 'players.tag')
        .as('latest_review'),
    )
    .where('players.tag', '=', tag)
    .where(sql<boolean>`not exists (select from tombstones where tombstones.tag = players.tag)`)
    .executeTakeFirst()
  if (player === undefined) throw await playerNotShown(db, tag)
  return player
}

type StoredPlayer = Awaited<ReturnType<typeof storedPlayer>>

/** When the player was last observed. A scan of the club counts, also where it changed nothing. */
function lastSeen(player: Pick<StoredPlayer, 'observed_at' | 'club_observed_at'>): Date {
  const inClub = player.club_observed_at
  return inClub !== null && inClub > player.observed_at ? inClub : player.observed_at
}
