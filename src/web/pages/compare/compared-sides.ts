import { activeShare, activityText, scoreText } from '#shared/bands.ts'
import type { Timeframe } from '#shared/days.ts'
import { decimal, formatThousands, percent, signed } from '#shared/number-format.ts'
import { tierAt, tierName } from '#shared/ranked-tiers.ts'
import { type EntityType, normaliseTag, tagInPath } from '#shared/tag.ts'
import { t } from '#shared/texts.ts'
import type { Answer } from '#web/app/api-client.ts'
import {
  clubAnalyticsQuery,
  clubProgressionQuery,
  clubQuery,
  clubRankedQuery,
  playerAnalyticsQuery,
  playerProgressionQuery,
  playerQuery,
} from '#web/app/entity-queries.ts'
import { useQuery } from '#web/app/queries.ts'
import type { Progression } from '#web/charts/TrophyLine.tsx'
import { learningOf, learningText } from '#web/ui/learning.ts'

/** The two that are compared, as they stand in the address: tags without their `#`. */
export type CompareSearch = { type?: EntityType | undefined; a?: string | undefined; b?: string | undefined }

/** Reads the query string: players by default. Leaves out a text that is not a tag, and a second tag equal to the first. */
export function compareSearchOf(raw: Record<string, unknown>): CompareSearch {
  const [a, b] = [tagOf(raw.a), tagOf(raw.b)]
  return { type: raw.type === 'club' ? 'club' : 'player', ...(a && { a }), ...(b && b !== a && { b }) }
}

/** The text that the address gives in place of a valid tag; null if it gives a valid tag or nothing. */
export function wrongTag(text: unknown): string | null {
  return typeof text === 'string' && text.trim() !== '' && tagOf(text) === null ? text.trim() : null
}

function tagOf(text: unknown): string | null {
  const tag = typeof text === 'string' ? normaliseTag(text) : null
  return tag === null ? null : tagInPath(tag)
}

/** The trophies of a side over time, or why there are none. */
type Line = { progression: Progression | undefined; error: Error | null }

/** One of the two, as far as it is known. */
export type Side = {
  tag: string
  name: string
  about: string | null
  /** What limits its figures: `Learning: 2 of 7 days`. */
  notes: string[]
  seen: { last_updated: string; stale: boolean }
  figures: Figure[]
  /** Whether all calls have answered: only then is a figure without a value one that nobody knows. */
  answered: boolean
  /** What could not be loaded, in words; null where nothing failed. */
  failure: string | null
  line: Line
}
export type SideResult = { side: Side | null; error: Error | null }

/** All that is compared of a club or player. It makes the same calls as the page of the club or player. */
export function useSide(type: EntityType, tag: string, days: Timeframe): SideResult {
  const player = usePlayer(tag, days, type === 'player')
  const club = useClub(tag, days, type === 'club')
  return type === 'player' ? player : club
}

function usePlayer(tag: string, days: Timeframe, enabled: boolean): SideResult {
  const player = useQuery({ ...playerQuery(tag), enabled })
  const analytics = useQuery({ ...playerAnalyticsQuery(tag), enabled })
  const progression = useQuery({ ...playerProgressionQuery(tag, days), enabled })
  if (!player.data) return { side: null, error: player.error }
  const figures = playerFigures({ player: player.data, analytics: analytics.data, progression: progression.data })
  const about = player.data.club?.name ?? null
  const notes = sideNotes(analytics.data, progression.data, days)
  const answered = haveAnswered(analytics, progression)
  const line = lineOf(progression)
  const failure = failureOf('player', line, analytics)
  const side = { tag, name: player.data.name, about, notes, seen: player.data, figures, answered, failure, line }
  return { side, error: null }
}

function useClub(tag: string, days: Timeframe, enabled: boolean): SideResult {
  const club = useQuery({ ...clubQuery(tag), enabled })
  const analytics = useQuery({ ...clubAnalyticsQuery(tag), enabled })
  const progression = useQuery({ ...clubProgressionQuery(tag, days), enabled })
  const ranked = useQuery({ ...clubRankedQuery(tag), enabled })
  if (!club.data) return { side: null, error: club.error }
  const [judged, drawn] = [analytics.data, progression.data]
  const figures = clubFigures({ club: club.data, analytics: judged, progression: drawn, ranked: ranked.data })
  const notes = sideNotes(judged, drawn, days)
  const answered = haveAnswered(analytics, progression, ranked)
  const line = lineOf(progression)
  const failure = failureOf('club', line, analytics, ranked)
  const side = { tag, name: club.data.name, about: null, notes, seen: club.data, figures, answered, failure, line }
  return { side, error: null }
}

type Judged = Parameters<typeof learningOf>[0] & { resting?: boolean }
type Spanned = { summary: { total_gain: number | null; span_days?: number } }

/** Why a side has fewer scores than the other, and over how many days its change was made if they are fewer. */
export function sideNotes(analytics: Judged | undefined, line: Spanned | undefined, days: Timeframe): string[] {
  const learning = learningOf(analytics)
  const span = isLine(line) ? (line.summary.span_days ?? days) : days
  return [
    ...(learning ? [learningText(learning)] : []),
    ...(analytics?.resting ? [t('compare.silent')] : []),
    ...(span < days ? [t('compare.changeIn', { days: span })] : []),
  ]
}

/** Whether each call has told something: those that are pending or failed have not. */
function haveAnswered(...calls: readonly { data: unknown }[]): boolean {
  return calls.every(({ data }) => data !== undefined)
}

type Failing = { data: unknown; error: Error | null }

/** Figures of a call that failed are unknown to this page alone. */
function failureOf(kind: EntityType, line: Line, ...calls: readonly Failing[]): string | null {
  if (calls.some(({ data, error }) => data === undefined && error !== null)) return t('frame.notLoaded', { kind })
  return line.error && t('club.lineFailed')
}

function lineOf({ data, error }: Failing & { data: Progression | undefined }): Line {
  return { progression: data, error: data ? null : error }
}

/** Whether there is more than a day to draw and to compare. */
export function isLine<Line extends Spanned>(progression: Line | undefined): progression is Line {
  const { total_gain = null, span_days = 0 } = progression?.summary ?? {}
  return total_gain !== null && span_days > 1
}

/** A figure of one side. */
type Figure = {
  label: string
  value: number | null
  format?: (value: number) => string
  /** What stands in place of a dash where it is not known. */
  unknown?: string
  /** Whether a value other than 0 stands for 0 too, and has no bar. */
  isZero?: (value: number) => boolean
  /** Which of two values is ahead: the larger by default; `less` if the smaller one is, `none` if neither is. */
  ahead?: 'more' | 'less' | 'none'
}

export type ComparedFigure = Omit<Figure, 'value' | 'ahead'> & {
  a: number | null
  b: number | null
  /** The side that is ahead; null if both look equal or one of them is not known. */
  lead: 'a' | 'b' | null
}

/** Pairs the figures of two sides. Both lists name the same figures in the same order. */
export function compareFigures(a: readonly Figure[], b: readonly Figure[]): ComparedFigure[] {
  return a.map(({ value, ahead = 'more', ...figure }, place) => {
    const other = b[place]?.value ?? null
    const lead = looksAlike(value, other, figure.format) ? null : leadOf(value, other, ahead)
    return { ...figure, a: value, b: other, lead }
  })
}

/** Whether both sides know it. */
export function isComparable({ a, b }: ComparedFigure): boolean {
  return a !== null && b !== null
}

/** True if both are written the same. Then neither is ahead, even if hidden decimals differ. */
function looksAlike(a: number | null, b: number | null, format: Figure['format']): boolean {
  return a !== null && b !== null && format !== undefined && format(a) === format(b)
}

function leadOf(a: number | null, b: number | null, ahead: NonNullable<Figure['ahead']>): 'a' | 'b' | null {
  if (a === null || b === null || a === b || ahead === 'none') return null
  return a > b === (ahead === 'more') ? 'a' : 'b'
}

/** In how many figures each side is ahead. */
export function leadCounts(figures: readonly ComparedFigure[]): { a: number; b: number } {
  const of = (side: 'a' | 'b') => figures.filter(({ lead }) => lead === side).length
  return { a: of('a'), b: of('b') }
}

type ClubAnswers = {
  club: Answer<'GET /api/browse/club/{tag}'>
  analytics: Answer<'GET /api/browse/club/{tag}/analytics'> | undefined
  progression: Answer<'GET /api/analytics/club/{tag}/trophy-progression'> | undefined
  ranked: Answer<'GET /api/browse/club/{tag}/ranked'> | undefined
}

const signedPercent = (value: number) => signed(value, percent)

/** The figures of a club; null for what was not observed. */
function clubFigures({ club, analytics, progression, ranked }: ClubAnswers): Figure[] {
  const health = analytics?.club_health_metrics
  const members = analytics?.member_performance_summary
  const { active_members: active = null, members_known_7d: known = null } = members ?? {}
  const activity = activeShare(health?.activity_score ?? null, active, known)
  return [
    { label: t('ui.trophies'), value: club.trophies },
    { label: t('ui.members'), value: club.memberCount },
    {
      label: t('compare.perMember'),
      value: club.memberCount === 0 ? null : club.trophies / club.memberCount,
    },
    { label: t('compare.needed'), value: club.requiredTrophies, ahead: 'none' },
    {
      label: t('compare.won'),
      value: isLine(progression) ? (progression.summary.total_gain_played ?? null) : null,
      format: signed,
    },
    {
      label: t('compare.inAll'),
      value: isLine(progression) ? progression.summary.total_gain : null,
      format: signed,
    },
    {
      label: t('browse.growth'),
      value: health?.trophy_growth_7d_played_percent ?? null,
      format: signedPercent,
    },
    { label: t('club.active7'), value: activity, format: activityText },
    { label: t('score.activeMembers'), value: members?.active_members ?? null },
    { label: t('score.ghostMembers'), value: members?.ghost_members ?? null, ahead: 'less' },
    { label: t('score.prestige'), value: ranked?.prestige.total ?? null },
    { label: t('compare.best'), value: members?.top_performer?.score ?? null, format: (value) => decimal(value) },
  ]
}

type PlayerAnswers = {
  player: Answer<'GET /api/browse/player/{tag}'>
  analytics: Answer<'GET /api/browse/player/{tag}/analytics'> | undefined
  progression: Answer<'GET /api/analytics/player/{tag}/trophy-progression'> | undefined
}

/** More than any rating, which decides between two of one tier. */
const RATINGS = 100_000

/** A standing as one number: the place of its tier, and the rating as what lies behind the point; 0 there is no rating. */
function standingValue(ranked: PlayerAnswers['player']['ranked']): number | null {
  if (!ranked || ranked.tier_place === null) return null
  return ranked.tier_place + (ranked.rating === null ? 0 : ranked.rating + 1) / RATINGS
}

const ratingOf = (standing: number) => Math.round((standing % 1) * RATINGS) - 1

/** `Mythic II` above `5,100`: side by side they have no room on a phone. */
function standingOf(value: number): string {
  const rating = ratingOf(value)
  const tier = tierAt(Math.floor(value))
  return [tier && tierName(tier), rating < 0 ? '' : formatThousands(rating)].filter(Boolean).join('\n')
}

/** The figures of a player; null for what was not observed. */
function playerFigures({ player, analytics, progression }: PlayerAnswers): Figure[] {
  const activity = analytics?.activity_analysis
  const learning = learningOf(analytics)
  return [
    { label: t('ui.trophies'), value: player.trophies },
    { label: t('player.highest'), value: player.highestTrophies },
    { label: t('compare.gain'), value: isLine(progression) ? progression.summary.total_gain : null, format: signed },
    {
      label: t('player.activeDays'),
      value: learning ? null : (progression?.summary.active_days ?? null),
    },
    { label: t('ui.performance'), value: analytics?.performance_score ?? null, format: scoreText },
    { label: t('ui.activity'), value: activity?.activity_score ?? null, format: activityText },
    { label: t('score.consistency'), value: activity?.consistency_rating ?? null, format: scoreText },
    { label: t('club.trend'), value: activity?.improvement_trend ?? null, format: scoreText },
    { label: t('compare.wins3v3'), value: player['3vs3Victories'] },
    { label: t('compare.soloWins'), value: player.soloVictories },
    { label: t('compare.duoWins'), value: player.duoVictories },
    {
      label: t('compare.ranked'),
      value: standingValue(player.ranked),
      format: standingOf,
      isZero: (value) => ratingOf(value) === 0,
      unknown: t('compare.unknown'),
    },
    { label: t('score.prestige'), value: player.prestige },
    { label: t('compare.brawlers'), value: player.brawlers.length || null },
    { label: t('compare.level'), value: player.expLevel },
  ]
}
