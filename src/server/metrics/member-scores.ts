import { activeDays, activityConsistency, activityScore, type PlayerState, playerState } from './activity.ts'
import type { Learning } from './analytics-availability.ts'
import { type MemberHistory, spanDays, type WindowView, windowView } from './daily-series.ts'
import { oneDecimal } from './one-decimal.ts'
import { improvementTrend, netGain } from './trophy-gain.ts'

/** The scores of one member, with the names of the API; scores 0 to 100 with one decimal, null where not known. */
export type MemberScoreRow = {
  player_tag: string
  player_name: string
  overall_score: number | null
  trophy_contribution: number | null
  activity_consistency: number | null
  improvement_trend: number | null
  activity_score: number | null
  /** Scans in the window that saw the member, those without a change included. */
  total_records: number
  active_days: number
  /** Known days of the window. */
  observed_days: number
  /** Trophies gained in the window, resets taken out. */
  gain: number | null
  /** The days over which the gain was made. */
  span_days: number
  /** Place by trophy_contribution, from 1; ties share the better place. */
  rank_in_club: number | null
  /** Too few days are known of this member, so that all scores are null; else null. */
  learning: Learning | null
  /** Known days since the last sign of play; null where no day is known. `silent_at_least`: it may be longer. */
  days_silent: number | null
  silent_at_least: boolean
  /** Silent for 14 days or more. */
  resting: boolean
}

/** A member's window, and what does not depend on the others. */
type Watched = { member: MemberHistory; view: WindowView; gain: number | null; state: PlayerState }

type Scored = Watched & { parts: OverallParts; overall: number | null }

/**
 * The scores of a club's current members over the last `days` days, best overall score first; ties by more trophies, then
 * by tag. Their series must hold 30 days. Without `available` analytics of the club, all scores are null. Comparisons use
 * the exact scores (docs/formulas.md#overall-score).
 */
export function memberScores(members: readonly MemberHistory[], days: number, available = true): MemberScoreRow[] {
  const watched = members.map((member) => watch(member, days))
  const largestGain = watched.reduce((most, { gain }) => Math.max(most, gain ?? 0), 0)
  const scored = watched.map((entry) => score(entry, available, largestGain, days)).sort(byOverall)
  const ranks = rankBy(scored.map(({ parts }) => parts.contribution))
  return scored.map((entry, index) => row(entry, ranks[index] ?? null))
}

function watch(member: MemberHistory, days: number): Watched {
  const view = windowView(member.series, days)
  return { member, view, gain: netGain(view), state: playerState(member, days) }
}

const UNKNOWN_PARTS: OverallParts = { contribution: null, activity: null, consistency: null, trend: null }

function score(entry: Watched, available: boolean, largestGain: number, days: number): Scored {
  if (!available || entry.state.learning !== null) return { ...entry, parts: UNKNOWN_PARTS, overall: null }
  const parts = {
    contribution: trophyContribution(entry.gain, largestGain),
    activity: activityScore(entry.view),
    consistency: activityConsistency(entry.view),
    trend: improvementTrend(entry.member.series, days),
  }
  return { ...entry, parts, overall: overallScore(parts) }
}

function byOverall(one: Scored, other: Scored): number {
  const better = (other.overall ?? -1) - (one.overall ?? -1)
  return better || other.member.trophies - one.member.trophies || (one.member.tag < other.member.tag ? -1 : 1)
}

function row({ member, view, gain, parts, overall, state }: Scored, rank: number | null): MemberScoreRow {
  return {
    player_tag: member.tag,
    player_name: member.name,
    overall_score: oneDecimal(overall),
    trophy_contribution: oneDecimal(parts.contribution),
    activity_consistency: oneDecimal(parts.consistency),
    improvement_trend: oneDecimal(parts.trend),
    activity_score: oneDecimal(parts.activity),
    total_records: view.dates.reduce((sum, { scans }) => sum + scans, 0),
    active_days: activeDays(view),
    observed_days: view.observedDays,
    gain,
    span_days: spanDays(view),
    rank_in_club: rank,
    ...state,
  }
}

/** What an overall score is made of: each 0 to 100, or null where it is not known. */
type OverallParts = {
  contribution: number | null
  activity: number | null
  consistency: number | null
  trend: number | null
}

/**
 * `overall_score`: 0.35 trophy contribution + 0.30 activity score + 0.20 consistency + 0.15 improvement trend, of those
 * that are known; 0 to 100, exact. Null when none is (docs/formulas.md#overall-score).
 */
export function overallScore({ contribution, activity, consistency, trend }: OverallParts): number | null {
  return weightedMean([
    [35, contribution],
    [30, activity],
    [20, consistency],
    [15, trend],
  ])
}

/**
 * The mean of scores by weight. One that is null is left out, and the weights of the others are scaled to 1; null when all
 * are null. Whole weights make the best score exactly 100.
 */
export function weightedMean(parts: readonly (readonly [weight: number, score: number | null])[]): number | null {
  let weights = 0
  let sum = 0
  for (const [weight, part] of parts) {
    if (part === null) continue
    weights += weight
    sum += weight * part
  }
  return weights === 0 ? null : sum / weights
}

/**
 * `trophy_contribution`: 100 x log1p(max(0, gain)) / log1p(the largest gain of the club's members in the same window); 0
 * to 100, exact. 0 when nobody gained, null where the member was not observed (docs/formulas.md#trophy-contribution).
 */
export function trophyContribution(gain: number | null, largestGain: number): number | null {
  if (gain === null) return null
  return largestGain <= 0 ? 0 : 100 * (Math.log1p(Math.max(0, gain)) / Math.log1p(largestGain))
}

/**
 * The rank of each score, from 1 for the highest. Equal scores share the better rank, and the next rank is skipped. Null
 * has no rank (docs/formulas.md#trophy-contribution).
 */
export function rankBy(scores: readonly (number | null)[]): (number | null)[] {
  const ordered = scores.filter((score) => score !== null).sort((one, other) => other - one)
  return scores.map((score) => (score === null ? null : ordered.indexOf(score) + 1))
}

/**
 * The first of the rows of `memberScores(members, 30)` who does not rest; null when no such member has a score
 * (docs/formulas.md#top-performer).
 */
export function topPerformer(rows: readonly MemberScoreRow[]): { tag: string; name: string; score: number } | null {
  const best = rows.find(({ resting }) => !resting)
  if (best === undefined || best.overall_score === null) return null
  return { tag: best.player_tag, name: best.player_name, score: best.overall_score }
}
