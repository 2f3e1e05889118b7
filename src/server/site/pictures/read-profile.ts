import * as z from 'zod/mini'
import type { Context } from '#server/context.ts'
import { field } from '#server/database/database.ts'
import { noReview, sharedReview } from '#server/directory/kept-reviews.ts'
import { trophyStandings } from '#server/directory/trophy-standings.ts'
import { readLadders } from '#server/history/ladders.ts'
import { readClubHistory } from '#server/history/members.ts'
import { clubNotTracked, playerNotTracked } from '#server/history/not-tracked.ts'
import { LAST_SIGNS, trackedSeriesRead } from '#server/history/series.ts'
import { learningFrom } from '#server/metrics/analytics-availability.ts'
import { clubHealth, UNKNOWN_HEALTH } from '#server/metrics/club-health.ts'
import type { DailySeries } from '#server/metrics/daily-series.ts'
import { playerActivity, withoutScores } from '#server/metrics/player-activity.ts'
import { activeShare, type MemberPresence, memberPresence } from '#server/metrics/presence.ts'
import { lastKnown } from '#server/metrics/ranked-history.ts'
import { SILENCE_DAYS } from '#server/metrics/silence.ts'
import { trophyProgression } from '#server/metrics/trophy-line.ts'
import { dayOf } from '#shared/days.ts'
import { abbreviate, count, formatThousands } from '#shared/number-format.ts'
import { shownStanding } from '#shared/ranked-tiers.ts'
import { daysSeen, periodWords, type ReviewCard, type ReviewFacts, reviewWords } from '#shared/review.ts'
import type { EntityType } from '#shared/tag.ts'
import {
  activityFigure,
  countFigure,
  LINE_DAYS,
  learningNote,
  type Profile,
  type ReviewFigure,
  type ReviewPicture,
  scoreFigure,
  trophiesFigure,
} from './profile.ts'

/** What the picture of a club shows: the figures of its page. Throws `not_found` when it is not tracked. */
export async function clubProfile({ db, clock }: Context, tag: string): Promise<Profile> {
  const [club, history] = await Promise.all([
    db.selectFrom('clubs').select(['name', 'trophies', 'member_count']).where('tag', '=', tag).executeTakeFirst(),
    readClubHistory(db, tag, { days: SILENCE_DAYS, now: clock.now() }),
  ])
  if (club === undefined || history === null) throw clubNotTracked()
  const { members, series, observedAt, asOf, observedDays } = history
  const learning = learningFrom(observedDays)
  const presence = learning === null ? memberPresence(members, asOf) : null
  const health = presence === null ? UNKNOWN_HEALTH : clubHealth(presence, series)
  const { trophy_change_30d: change, trophy_change_30d_played: played, change_span_days: span } = health
  return {
    kind: 'Club',
    tag,
    name: club.name,
    clubName: null,
    figures: [
      trophiesFigure(abbreviate(club.trophies), played ?? change, span, { byPlay: played !== null }),
      activityFigure('Active members', health.activity_score, learningNote(learning)),
      countFigure('Members', formatThousands(club.member_count), presenceNote(presence)),
    ],
    line: lineOf(series),
    asOf: observedAt,
  }
}

type WhichReview = { type: EntityType; tag: string; period: string; card: ReviewCard | null }

/**
 * What the picture of a shared review shows. Throws `not_found` for every other review, and for a card of which too
 * little is known.
 */
export async function reviewPicture(
  context: Context,
  { type, tag, period, card }: WhichReview,
): Promise<ReviewPicture> {
  const review = await sharedReview(context, type, tag, period)
  const words = review === null ? [] : reviewWords(review).filter((each) => card === null || each.card === card)
  if (review === null || (card !== null && words[0]?.value === null)) throw noReview()
  const [together] = review.company?.together ?? []
  const tags = together?.players.map((player) => player.tag).join(' and ') ?? null
  return {
    kind: type === 'club' ? 'Club' : 'Player',
    tag,
    name: review.name,
    title: periodWords(period),
    seen: daysSeen(review),
    cards: words.map(({ card: of, ...told }) => {
      return { ...told, tags: of === 'company' ? tags : null, figure: figureOf(of, review) }
    }),
  }
}

/** What is drawn beside the words of a card, as on the page. */
function figureOf(card: ReviewCard, { growth, best_day, hours, rank }: ReviewFacts): ReviewFigure | null {
  if (card === 'growth' && growth?.line) return { line: growth.line }
  if (card === 'best_day' && best_day?.week) return { bars: best_day.week, best: true }
  if (card === 'hours' && hours) return { bars: hours.by_hour, best: false, scale: '00 to 23 UTC, all weekdays' }
  return card === 'rank' && rank ? { tenths: Math.round(rank.percentile / 10) } : null
}

/** Newcomers and unseen members are neither active nor ghosts. */
function presenceNote(presence: MemberPresence | null): string {
  if (presence === null || activeShare(presence).known === 0) return 'who is active: not known yet'
  const { active, ghosts } = presence
  return `${formatThousands(active.length)} active, ${count(ghosts.length, 'ghost')}`
}

function lineOf(series: DailySeries): Profile['line'] {
  return trophyProgression(series, LINE_DAYS).progression_data.map(({ trophies }) => trophies)
}

const readPlayer = trackedSeriesRead('player', {
  name: field('p.name', z.string()),
  trophies: field('p.trophies', z.number()),
  clubName: field('c.name', z.nullable(z.string())),
  ...LAST_SIGNS,
  scored: field(
    '(select s.analytics_available from player_summaries s where s.tag = p.tag collate "C")',
    z.nullable(z.boolean()),
  ),
})

/** A card of tier and prestige, where a profile told either. */
function rankedFigure({ ranked, prestige }: ReturnType<typeof lastKnown>): Profile['figures'] {
  const { tier = null, rating = null } = (ranked && shownStanding(ranked)) ?? {}
  const ofPrestige = prestige === null ? null : `prestige ${formatThousands(prestige.total)}`
  if (tier === null)
    return prestige === null ? [] : [countFigure('Prestige', formatThousands(prestige.total), 'levels')]
  const rated = rating === null ? [] : [`rating ${formatThousands(rating)}`]
  return [countFigure('Ranked', tier, [...rated, ofPrestige ?? []].flat().join(', '))]
}

/** What the picture of a player shows: the figures of their page. Throws `not_found` for an untracked or hidden player. */
export async function playerProfile({ db, clock }: Context, tag: string): Promise<Profile> {
  const player = await readPlayer(db, tag, { days: SILENCE_DAYS, now: clock.now() })
  if (player === null) throw playerNotTracked()
  const { name, trophies, clubName, series, observedAt } = player
  const [standings, ladders] = await Promise.all([
    trophyStandings(db, [{ tag, trophies }]),
    readLadders(db, [tag], dayOf(clock.now())),
  ])
  const known = playerActivity(player, standings.get(tag)?.percentile ?? null)
  const activity = player.scored ? known : withoutScores(known)
  const missing = learningNote(activity.learning) ?? (activity.resting ? 'Silent' : null)
  const { active_days_30d: days } = activity.activity_analysis
  const watched = `of ${count(activity.observed_days_30d, 'day')} watched`
  return {
    kind: 'Player',
    tag,
    name,
    clubName,
    figures: [
      trophiesFigure(formatThousands(trophies), activity.trophy_change_30d, activity.span_days),
      scoreFigure('Performance', activity.performance_score, missing),
      countFigure('Active days', days === null ? null : String(days), watched),
      ...rankedFigure(lastKnown(ladders.get(tag) ?? new Map())),
    ],
    line: lineOf(series),
    asOf: observedAt,
  }
}
