import { activeDays, activityConsistency, activityScore } from './activity.ts'
import { type MemberHistory, type WindowView, windowView } from './daily-series.ts'
import { oneDecimal } from './one-decimal.ts'
import { improvementTrend } from './trend.ts'
import { netGain } from './trophy-gain.ts'

/** The scores of one member, with the names of the API; scores 0 to 100 with one decimal, null where not observed. */
export type MemberScoreRow = {
  player_tag: string
  player_name: string
  overall_score: number | null
  trophy_contribution: number | null
  activity_consistency: number | null
  improvement_trend: number | null
  activity_score: number | null
  /** Observations in the window, those without a change included. */
  total_records: number
  active_days: number
  observed_days: number
  /** Trophies gained in the window, resets taken out. */
  gain: number | null
  /** Place by trophy_contribution, from 1; ties share the better place. */
  rank_in_club: number | null
}

/** What a member adds to the club: `gain` in trophies, `contribution` from 0 to 100, exact; null where not observed. */
export type Contribution = { member: MemberHistory; view: WindowView; gain: number | null; contribution: number | null }

type Scored = Contribution & { parts: OverallParts; overall: number | null }

/**
 * The scores of a club's current members over the last `days` days, best overall score first; ties by more trophies, then
 * by tag. Comparisons use the exact scores (docs/formulas.md#overall-score).
 */
export function memberScores(members: readonly MemberHistory[], days: number): MemberScoreRow[] {
  const scored = contributions(members, days).map(score).sort(byOverall)
  const ranks = rankBy(scored.map(({ contribution }) => contribution))
  return scored.map((entry, index) => row(entry, ranks[index] ?? null))
}

/** The trophy contribution of each current member over the last `days` days, in the order of the members. */
export function contributions(members: readonly MemberHistory[], days: number): Contribution[] {
  const gained = members.map((member) => {
    const view = windowView(member.series, days)
    return { member, view, gain: netGain(view) }
  })
  const largestGain = gained.reduce((most, { gain }) => Math.max(most, gain ?? 0), 0)
  return gained.map((entry) => ({ ...entry, contribution: trophyContribution(entry.gain, largestGain) }))
}

function score(entry: Contribution): Scored {
  const parts = {
    contribution: entry.contribution,
    activity: activityScore(entry.view),
    consistency: activityConsistency(entry.view),
    trend: improvementTrend(entry.view),
  }
  return { ...entry, parts, overall: overallScore(parts) }
}

function byOverall(one: Scored, other: Scored): number {
  const better = (other.overall ?? -1) - (one.overall ?? -1)
  return better || other.member.trophies - one.member.trophies || (one.member.tag < other.member.tag ? -1 : 1)
}

function row({ member, view, gain, parts, overall }: Scored, rank: number | null): MemberScoreRow {
  return {
    player_tag: member.tag,
    player_name: member.name,
    overall_score: oneDecimal(overall),
    trophy_contribution: oneDecimal(parts.contribution),
    activity_consistency: oneDecimal(parts.consistency),
    improvement_trend: oneDecimal(parts.trend),
    activity_score: oneDecimal(parts.activity),
    total_records: view.observed.reduce((sum, { scans }) => sum + scans, 0),
    active_days: activeDays(view),
    observed_days: view.observed.length,
    gain,
    rank_in_club: rank,
  }
}

/** What an overall score is made of: each 0 to 100, or null where the member was not observed. */
type OverallParts = {
  contribution: number | null
  activity: number | null
  consistency: number | null
  trend: number | null
}

/**
 * `overall_score`: 0.35 trophy contribution + 0.30 activity score + 0.20 consistency + 0.15 improvement trend; 0 to 100,
 * exact. Null when one of them is null (docs/formulas.md#overall-score). Whole weights make the best score exactly 100.
 */
export function overallScore({ contribution, activity, consistency, trend }: OverallParts): number | null {
  if (contribution === null || activity === null || consistency === null || trend === null) return null
  return (35 * contribution + 30 * activity + 20 * consistency + 15 * trend) / 100
}

/**
 * `trophy_contribution`: 100 x max(0, gain) / the largest gain of the club's members in the same window; 0 to 100,
 * exact. 0 when nobody gained, null where the member was not observed (docs/formulas.md#trophy-contribution).
 */
export function trophyContribution(gain: number | null, largestGain: number): number | null {
  if (gain === null) return null
  return largestGain <= 0 ? 0 : (100 * Math.max(0, gain)) / largestGain
}

/**
 * The rank of each score, from 1 for the highest. Equal scores share the better rank, and the next rank is skipped. Null
 * has no rank (docs/formulas.md#trophy-contribution).
 */
export function rankBy(scores: readonly (number | null)[]): (number | null)[] {
  const ordered = scores.filter((score) => score !== null).sort((one, other) => other - one)
  return scores.map((score) => (score === null ? null : ordered.indexOf(score) + 1))
}

/** The first of the rows of `memberScores(members, 30)`; null when no member has a score (docs/formulas.md#top-performer). */
export function topPerformer(rows: readonly MemberScoreRow[]): { tag: string; name: string; score: number } | null {
  const best = rows[0]
  if (best === undefined || best.overall_score === null) return null
  return { tag: best.player_tag, name: best.player_name, score: best.overall_score }
}
