import { addDays, type CalendarDay, dayOf, daysBetween } from '#shared/days.ts'
import { type ClubSeries, type MemberHistory, windowView } from './daily-series.ts'
import { knownUntil } from './forecast.ts'
import { clubGrowth, gainBase, gainLine, netGain } from './trophy-gain.ts'

/** What a club wants to reach: `trophies` in all (`total`), or gained since its first day began (`gain`). */
export type ClubGoal = {
  kind: 'total' | 'gain'
  trophies: number
  from: CalendarDay
  /** The last day that counts. */
  until: CalendarDay
}

export type GoalProgress = {
  /** Trophies so far: the club's, or those that were gained, resets taken out. Null where nobody looked since it began. */
  now: number | null
  /** What is missing, 0 once it is reached. */
  missing: number | null
  /** How far the club has come since the goal began, from 0 to 1. */
  share: number | null
  /** The first day at whose end it was reached, also where trophies were lost again; null where it was not. */
  reachedOn: CalendarDay | null
  /** The parts of what changed since it began; null where not known (docs/formulas.md#club-growth). */
  played: number | null
  joined: number | null
  left: number | null
}

const UNSEEN: GoalProgress = {
  now: null,
  missing: null,
  share: null,
  reachedOn: null,
  played: null,
  joined: null,
  left: null,
}

/**
 * How far a club is on the way to its goal. The series ends with the day on which the club was last seen; days after the
 * goal's last one do not count (docs/formulas.md#a-clubs-goal).
 */
export function goalProgress(goal: ClubGoal, club: ClubSeries): GoalProgress {
  const series = knownUntil(club, Math.max(0, daysBetween(club.from, goal.until) + 1))
  const days = daysOf(goal, series)
  if (days <= 0) return UNSEEN
  const view = windowView(series, days)
  const base = gainBase(view)
  const last = view.dates.at(-1)
  if (base === null || last === undefined || view.dates.every(({ seen }) => !seen)) return UNSEEN
  const isGain = goal.kind === 'gain'
  // A gain's line begins with the moment that it is counted from.
  const values = isGain ? gainLine(view).slice(-view.dates.length) : view.dates.map(({ close }) => close)
  const now = values.at(-1) ?? 0
  const start = isGain ? 0 : base
  const way = goal.trophies - start
  const first = values.findIndex((value) => value >= goal.trophies)
  const { played, joined, left } = clubGrowth(series, days)
  return {
    now,
    missing: Math.max(0, goal.trophies - now),
    share: way <= 0 ? 1 : Math.min(1, Math.max(0, (now - start) / way)),
    reachedOn: first < 0 ? null : addDays(view.today, first + 1 - values.length),
    played,
    joined,
    left,
  }
}

/** The days from the goal's first one to the last of the series; 0 or less where it has not begun. */
function daysOf({ from }: ClubGoal, { from: first, closes }: Pick<ClubSeries, 'from' | 'closes'>): number {
  return closes.length === 0 ? 0 : closes.length - daysBetween(first, from)
}

/** What a present member has added to a goal by play, resets taken out. */
export type GoalShare = { player: string; name: string; gain: number }

/**
 * What each present member has won since the goal began, or since they joined where that was later; the most first. Members
 * of whom nothing is known since then are left out (docs/formulas.md#a-clubs-goal).
 */
export function goalShares(goal: ClubGoal, members: readonly MemberHistory[]): GoalShare[] {
  return members
    .flatMap(({ tag: player, name, inClubSince, series }) => {
      const cut = knownUntil(series, Math.max(0, daysBetween(series.from, goal.until) + 1))
      const joinedOn = dayOf(inClubSince)
      const days = daysOf({ ...goal, from: joinedOn > goal.from ? joinedOn : goal.from }, cut)
      const gain = days <= 0 ? null : netGain(windowView(cut, days))
      return gain === null ? [] : [{ player, name, gain }]
    })
    .sort((one, other) => other.gain - one.gain || (one.player < other.player ? -1 : 1))
}
