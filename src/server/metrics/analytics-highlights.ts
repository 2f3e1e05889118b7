import { oneDecimal } from './one-decimal.ts'
import { compact, count, grouped, signed } from './plain-number.ts'

/** What all candidates carry; names go out as they are. */
type Candidate = { tag: string; name: string; trophies: number }

/** A club that may be highlighted; null where not known. */
export type ClubCandidate = Candidate & { members: number; activityScore: number | null; ghosts: number | null }

/** A player that may be highlighted; null where not known. */
export type PlayerCandidate = Candidate & {
  /** Percent over 7 days, exact. */
  growthPercent: number | null
  /** Trophies over 7 days. */
  growth: number | null
  consistency: number | null
  streakDays: number | null
}

/** One highlight of the platform, with the names of the API. */
export type AnalyticsHighlight = {
  entity_type: 'club' | 'player'
  entity_tag: string
  entity_name: string
  title: string
  description: string
  metric: string
}

/**
 * analytics_highlights, in this order: most active club, biggest climber of the week, most consistent player, club with
 * fewest ghosts, longest active streak. Ties by trophies, then tag; one without any candidate is left out.
 */
export function analyticsHighlights(
  clubs: readonly ClubCandidate[],
  players: readonly PlayerCandidate[],
): AnalyticsHighlight[] {
  const lively = best(clubs, (club) => club.activityScore)
  const climber = best(players, (player) => above0(player.growthPercent))
  const steady = best(players, (player) => player.consistency)
  const complete = best(clubs, (club) => (club.ghosts === null ? null : -club.ghosts))
  const streak = best(players, (player) => above0(player.streakDays))
  return [
    lively && highlight('club', lively, 'Most active club', score(lively.activityScore), activeText),
    climber && highlight('player', climber, 'Biggest climber of the week', percent(climber), climberText(climber)),
    steady && highlight('player', steady, 'Most consistent player', score(steady.consistency), steadyText),
    complete && highlight('club', complete, 'Fewest ghosts', count(complete.ghosts ?? 0, 'ghost'), ghostText(complete)),
    streak && highlight('player', streak, 'Longest active streak', count(streak.streakDays ?? 0, 'day'), streakText),
  ].filter((entry) => entry !== null)
}

const activeText = 'Mean activity of the members over 30 days, of 100.'
const steadyText = 'Consistency over 30 days, of 100: the shorter the longest silence, the higher.'
const streakText = 'Days in a row with a trophy change.'

function climberText({ growth, trophies }: PlayerCandidate): string {
  return `${signed(growth ?? 0, grouped)} trophies in 7 days, now at ${compact(trophies)}.`
}

function ghostText({ members }: ClubCandidate): string {
  return `Of ${count(members, 'member')}; a ghost had no trophy change in 7 days.`
}

function score(value: number | null): string {
  return oneDecimal(value ?? 0).toFixed(1)
}

function percent({ growthPercent }: PlayerCandidate): string {
  return `${signed(oneDecimal(growthPercent ?? 0), (size) => size.toFixed(1))}%`
}

/** Who did not climb, or has no streak, is no candidate for it. */
function above0(figure: number | null): number | null {
  return figure !== null && figure > 0 ? figure : null
}

function best<T extends Candidate>(candidates: readonly T[], figure: (candidate: T) => number | null): T | null {
  const known = candidates.flatMap((candidate) => {
    const value = figure(candidate)
    return value === null ? [] : [{ candidate, value }]
  })
  known.sort((one, other) => other.value - one.value || byTrophies(one.candidate, other.candidate))
  return known[0]?.candidate ?? null
}

function byTrophies(one: Candidate, other: Candidate): number {
  return other.trophies - one.trophies || (one.tag < other.tag ? -1 : 1)
}

function highlight(
  type: 'club' | 'player',
  { tag, name }: Candidate,
  title: string,
  metric: string,
  description: string,
): AnalyticsHighlight {
  return { entity_type: type, entity_tag: tag, entity_name: name, title, description, metric }
}
