import { activeDays } from './active-days.ts'
import { activityConsistency } from './activity-consistency.ts'
import { activityScore } from './activity-score.ts'
import { improvementTrend } from './improvement-trend.ts'
import type { MemberHistory } from './member-history.ts'
import { netGain } from './net-gain.ts'
import { oneDecimal } from './one-decimal.ts'
import { type OverallParts, overallScore } from './overall-score.ts'
import { rankBy } from './rank-by.ts'
import { trophyContribution } from './trophy-contribution.ts'
import { type WindowView, windowView } from './window-view.ts'

/** The scores of one member, with the names of the API; scores 0 to 100 with one decimal, null where not observed. */
export type MemberScoreRow = {
  player_tag: string
  player_name: string
  overall_score: number | null
  trophy_contribution: number | null
  activity_consistency: number | null
  improvement_trend: number | null
  activity_score: number | null
  /** Scans in the window that saw the player. */
  total_records: number
  active_days: number
  observed_days: number
  /** Trophies gained in the window, resets taken out. */
  gain: number | null
  /** Place by trophy_contribution, from 1; ties share the better place. */
  rank_in_club: number | null
}

/** What a member adds to the club; the contribution is exact, 0 to 100. */
export type Contribution = { member: MemberHistory; view: WindowView; gain: number | null; contribution: number | null }

type Scored = Contribution & { parts: OverallParts; overall: number | null }

/**
 * Scores of a club's current members over the last `days` days, best overall score first; ties by more trophies, then
 * tag. Comparisons use the exact scores, the rows carry one decimal.
 */
export function memberScores(members: readonly MemberHistory[], days: number): MemberScoreRow[] {
  const scored = contributions(members, days).map(score).sort(byOverall)
  const ranks = rankBy(scored.map(({ contribution }) => contribution))
  return scored.map((entry, index) => row(entry, ranks[index] ?? null))
}

/** The trophy_contribution of each of a club's current members over the last `days` days, in their order. */
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
