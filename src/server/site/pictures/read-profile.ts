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
import { FIRST_LANGUAGE, type Language } from '#shared/languages.ts'
import { abbreviate, formatThousands, listInWords } from '#shared/number-format.ts'
import { shownStanding } from '#shared/ranked-tiers.ts'
import { daysSeen, periodWords, type ReviewCard, type ReviewFacts, reviewWords } from '#shared/review.ts'
import type { EntityType } from '#shared/tag.ts'
import { sayIn, t } from '#shared/texts.ts'
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
export async function clubProfile(
  { db, clock, texts }: Context,
  tag: string,
  language: Language = FIRST_LANGUAGE,
): Promise<Profile> {
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
  return sayIn(texts(language), () => ({
    kind: t('ui.club'),
    tag,
    name: club.name,
    clubName: null,
    figures: [
      trophiesFigure(abbreviate(club.trophies), played ?? change, span, { byPlay: played !== null }),
      activityFigure(t('score.activeMembers'), health.activity_score, learningNote(learning)),
      countFigure(t('ui.members'), formatThousands(club.member_count), presenceNote(presence)),
    ],
    line: lineOf(series),
    asOf: observedAt,
  }))
}

type WhichReview = { type: EntityType; tag: string; period: string; card: ReviewCard | null; language: Language }

/**
 * What the picture of a shared review shows. Throws `not_found` for every other review, and for a card of which too
 * little is known.
 */
export async function reviewPicture(
  context: Context,
  { type, tag, period, card, language }: WhichReview,
): Promise<ReviewPicture> {
  const review = await sharedReview(context, type, tag, period)
  const picture = review && sayIn(context.texts(language), () => reviewSaid(review, { type, tag, period, card }))
  if (picture === null || (card !== null && picture.cards[0]?.value === null)) throw noReview()
  return picture
}

type Review = NonNullable<Awaited<ReturnType<typeof sharedReview>>>

function reviewSaid(review: Review, { type, tag, period, card }: Omit<WhichReview, 'language'>): ReviewPicture {
  const words = reviewWords(review).filter((each) => card === null || each.card === card)
  const [together] = review.company?.together ?? []
  const tags = together === undefined ? null : listInWords(together.players.map((player) => player.tag))
  return {
    kind: type === 'club' ? t('ui.club') : t('ui.player'),
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
  if (card === 'hours' && hours) return { bars: hours.by_hour, best: false, scale: t('picture.hoursScale') }
  return card === 'rank' && rank ? { tenths: Math.round(rank.percentile / 10) } : null
}

/** Newcomers and unseen members are neither active nor ghosts. */
function presenceNote(presence: MemberPresence | null): string {
  if (presence === null || activeShare(presence).known === 0) return t('picture.presenceUnknown')
  const { active, ghosts } = presence
  return t('picture.presence', { active: active.length, ghosts: ghosts.length })
}

function lineOf(series: DailySeries): Profile['line'] {
  const { before, progression_data } = trophyProgression(series, LINE_DAYS)
  return [before, ...progression_data].map((day) => day?.trophies ?? null)
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
  const levels = prestige && formatThousands(prestige.total)
  const points = rating === null ? null : formatThousands(rating)
  if (tier === null) return levels === null ? [] : [countFigure(t('score.prestige'), levels, t('picture.levels'))]
  return [countFigure(t('picture.ranked'), tier, rankedNote(points, levels))]
}

function rankedNote(rating: string | null, prestige: string | null): string {
  if (rating !== null && prestige !== null) return t('picture.ratingAndPrestige', { rating, prestige })
  if (rating !== null) return t('picture.ratingOf', { rating })
  return prestige === null ? '' : t('picture.prestigeOf', { prestige })
}

/** What the picture of a player shows: the figures of their page. Throws `not_found` for an untracked or hidden player. */
export async function playerProfile(
  { db, clock, texts }: Context,
  tag: string,
  language: Language = FIRST_LANGUAGE,
): Promise<Profile> {
  const player = await readPlayer(db, tag, { days: SILENCE_DAYS, now: clock.now() })
  if (player === null) throw playerNotTracked()
  const { name, trophies, clubName, series, observedAt } = player
  const [standings, ladders] = await Promise.all([
    trophyStandings(db, [{ tag, trophies }]),
    readLadders(db, [tag], dayOf(clock.now())),
  ])
  const known = playerActivity(player, standings.get(tag)?.percentile ?? null)
  const activity = player.scored ? known : withoutScores(known)
  const { active_days_30d: days } = activity.activity_analysis
  return sayIn(texts(language), () => ({
    kind: t('ui.player'),
    tag,
    name,
    clubName,
    figures: [
      trophiesFigure(formatThousands(trophies), activity.trophy_change_30d, activity.span_days),
      scoreFigure(
        t('ui.performance'),
        activity.performance_score,
        learningNote(activity.learning) ?? (activity.resting ? t('picture.silent') : null),
      ),
      countFigure(
        t('player.activeDays'),
        days === null ? null : formatThousands(days),
        t('picture.watched', { days: activity.observed_days_30d }),
      ),
      ...rankedFigure(lastKnown(ladders.get(tag) ?? new Map())),
    ],
    line: lineOf(series),
    asOf: observedAt,
  }))
}
