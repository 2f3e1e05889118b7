import type { Output } from '#shared/contract/endpoint.ts'
import type { getDashboard } from '#shared/contract/platform.ts'
import { highlightWords } from '#shared/highlight-texts.ts'
import { PODIUM, TRENDING } from '#shared/limits.ts'
import { formatThousands, signed } from '#shared/number-format.ts'
import { REGIONS, type Region } from '#shared/regions.ts'
import type { EntityType } from '#shared/tag.ts'
import { meanActivity } from './activity.ts'
import { oneDecimal } from './one-decimal.ts'
import { growthPercent } from './trophy-gain.ts'

/** A club or player with its trophies now. */
type Candidate = { tag: string; name: string; trophies: number }

/** A club that may be highlighted: activity score from 0 to 100; null where not known. */
export type ClubCandidate = Candidate & { members: number; activityScore: number | null; ghosts: number | null }

/** A player that may be highlighted; null where not known. */
export type PlayerCandidate = Candidate & {
  /** Percent over 7 days, exact. */
  growthPercent: number | null
  /** Trophies over 7 days. */
  growth: number | null
  /** Consistency rating, 0 to 100. */
  consistency: number | null
  streakDays: number | null
}

/** One highlight of the platform, with the names of the API. */
export type AnalyticsHighlight = Output<typeof getDashboard>['analytics_highlights'][number]

/**
 * `analytics_highlights`, in this order: most active club, biggest climber of the week, most consistent player, club with
 * the fewest ghosts, longest active streak. One without a candidate is left out (docs/formulas.md#highlights).
 */
export function analyticsHighlights(
  clubs: readonly ClubCandidate[],
  players: readonly PlayerCandidate[],
): AnalyticsHighlight[] {
  const lively = findBest(clubs, (club) => club.activityScore)
  const climber = findBest(players, (player) => above0(player.growthPercent))
  const steady = findBest(players, (player) => player.consistency)
  const complete = findBest(clubs, (club) => (club.ghosts === null ? null : -club.ghosts))
  const streak = findBest(players, (player) => above0(player.streakDays))
  return [
    lively && highlight('club', lively, { kind: 'most_active', value: lively.activityScore ?? 0, of: null }),
    climber &&
      highlight('player', climber, { kind: 'climber', value: climber.growthPercent ?? 0, of: climber.growth ?? 0 }),
    steady &&
      highlight('player', steady, { kind: 'most_consistent', value: Math.floor(steady.consistency ?? 0), of: null }),
    complete &&
      highlight('club', complete, { kind: 'fewest_ghosts', value: complete.ghosts ?? 0, of: complete.members }),
    streak && highlight('player', streak, { kind: 'longest_streak', value: streak.streakDays ?? 0, of: null }),
  ].filter((entry) => entry !== null)
}

function signedTrophies(growth: number): string {
  return `${signed(growth, formatThousands, { zero: '' })} trophies`
}

/** A player who did not climb, or has no streak, is no candidate. */
function above0(figure: number | null): number | null {
  return figure !== null && figure > 0 ? figure : null
}

function findBest<T extends Candidate>(candidates: readonly T[], figure: (candidate: T) => number | null): T | null {
  const known = candidates.flatMap((candidate) => {
    const value = figure(candidate)
    return value === null ? [] : [{ candidate, value }]
  })
  known.sort((one, other) => other.value - one.value || byTrophies(one.candidate, other.candidate))
  return known[0]?.candidate ?? null
}

/** Ties are ordered by more trophies, then by tag. */
function byTrophies(one: Candidate, other: Candidate): number {
  return other.trophies - one.trophies || (one.tag < other.tag ? -1 : 1)
}

function highlight(
  type: EntityType,
  { tag, name }: Candidate,
  told: Pick<AnalyticsHighlight, 'kind' | 'value' | 'of'>,
): AnalyticsHighlight {
  return { entity_type: type, entity_tag: tag, entity_name: name, ...highlightWords(told), ...told }
}

/** A club or player of a region; scores 0 to 100, null where not observed. */
export type RegionalEntity = Candidate & {
  type: EntityType
  region: Region
  activityScore: number | null
  /** What top performers are compared by: the performance score of a player, the activity score of a club. */
  score: number | null
}

/** The figures of a region, with the names of the API. */
export type RegionalInsight = {
  region: Region
  entity_count: number
  /** 0 to 100, one decimal; null when none of them was observed. */
  avg_activity_score: number | null
  top_performers: (Pick<RegionalEntity, 'tag' | 'name' | 'type'> & { score: number })[]
}

/** The number of clubs and players, their mean activity and the best three of each region (docs/formulas.md#regions). */
export function regionalInsights(entities: readonly RegionalEntity[]): RegionalInsight[] {
  return REGIONS.filter((region) => region !== 'global').map((region) => {
    const here = entities.filter((entity) => entity.region === region)
    return {
      region,
      entity_count: here.length,
      avg_activity_score: meanActivity(here.flatMap(({ activityScore }) => activityScore ?? [])),
      top_performers: topPerformers(here),
    }
  })
}

function topPerformers(entities: readonly RegionalEntity[]): RegionalInsight['top_performers'] {
  return entities
    .flatMap((entity) => (entity.score === null ? [] : [{ ...entity, score: entity.score }]))
    .sort((one, other) => other.score - one.score || byTrophies(one, other))
    .slice(0, PODIUM)
    .map(({ tag, name, type, score }) => ({ tag, name, type, score: oneDecimal(score) }))
}

/** A club or player with analytics that may be trending this week. */
export type TrendingCandidate = Candidate & {
  type: EntityType
  /** Trophies gained in 7 days, resets taken out (docs/formulas.md#gain). */
  growth: number
  /** What was won by play: of a club without what came and went with members (docs/formulas.md#club-growth). */
  played: number
  /** The trophies that the growth is counted from. */
  growthFrom: number
}

/** A row of `trending_this_week`, with the names of the API: trophies, and `played` in percent with one decimal. */
export type TrendingEntity = Pick<TrendingCandidate, 'tag' | 'name' | 'type'> & {
  metrics: {
    trophies: number
    trophy_growth_7d: number
    trophy_growth_7d_played: number
    trophy_growth_7d_percent: number
  }
  reason: string
}

/** The 8 clubs and players that won most in percent over 7 days (docs/formulas.md#trending). */
export function mostTrending(candidates: readonly TrendingCandidate[]): TrendingEntity[] {
  return candidates
    .flatMap((candidate) => {
      const percent = growthPercent(candidate.played, candidate.growthFrom)
      return percent === null ? [] : [{ ...candidate, percent }]
    })
    .sort((one, other) => other.percent - one.percent || byTrophies(one, other))
    .slice(0, TRENDING)
    .map((candidate) => {
      const { tag, name, type, trophies, growth, played, percent } = candidate
      const metrics = {
        trophies,
        trophy_growth_7d: growth,
        trophy_growth_7d_played: played,
        trophy_growth_7d_percent: oneDecimal(percent),
      }
      return { tag, name, type, metrics, reason: reasonOf(candidate) }
    })
}

/** In trophies: the percentage has a field of its own. */
function reasonOf({ growth, played }: TrendingCandidate): string {
  const moved = growth - played
  const total = moved === 0 ? '' : `; ${signedTrophies(growth)} with members who joined and left`
  return `${signedTrophies(played)} in 7 days${total}`
}
