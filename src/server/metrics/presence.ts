import { addDays, type CalendarDay, daysBetween } from '#shared/days.ts'
import { isActive } from './activity.ts'
import { lastDay, type MemberHistory, windowView } from './daily-series.ts'

/** The days of the window, and the days that a newcomer must be known in the club to be in another group. */
const PRESENCE_DAYS = 7

/** A member without a trophy change in the last 7 days, with the names of the API; `at_least`: it may be longer. */
export type Ghost = { tag: string; name: string; days_silent: number; at_least: boolean }

/** Each member is in one group. Ghosts are ordered by the longest silence, then by tag; the others by tag. */
export type MemberPresence = {
  active: MemberHistory[]
  ghosts: Ghost[]
  /** Known in this club for fewer than 7 days, today included. */
  newcomers: MemberHistory[]
  /** Not observed in the last 7 days: unknown is not silent. */
  unseen: MemberHistory[]
}

/** Groups a club's members by their last 7 days (docs/formulas.md#presence). */
export function memberPresence(members: readonly MemberHistory[]): MemberPresence {
  const groups: MemberPresence = { active: [], ghosts: [], newcomers: [], unseen: [] }
  for (const member of members.toSorted((one, other) => (one.tag < other.tag ? -1 : 1))) {
    const { observed } = windowView(member.series, PRESENCE_DAYS)
    const silent = silence(member)
    if (daysKnown(member) < PRESENCE_DAYS) groups.newcomers.push(member)
    else if (observed.some(isActive)) groups.active.push(member)
    else if (silent === null || !observed.some(({ seen }) => seen)) groups.unseen.push(member)
    else groups.ghosts.push({ tag: member.tag, name: member.name, days_silent: silent.days, at_least: silent.atLeast })
  }
  groups.ghosts.sort((one, other) => other.days_silent - one.days_silent)
  return groups
}

/** Days from the first one in the club to today, both included. */
function daysKnown({ inClubSince, series }: MemberHistory): number {
  return daysBetween(inClubSince, lastDay(series)) + 1
}

/** Days since the last trophy change; `atLeast` when no change was ever observed, so that it may be longer. */
type Silence = { days: number; atLeast: boolean }

/** How long a member has been silent today; null when never observed. */
function silence({ series, lastChange }: MemberHistory): Silence | null {
  if (series.firstObserved === null) return null
  const today = lastDay(series)
  const inSeries = series.changes.findLastIndex((changes) => (changes ?? 0) >= 1)
  const last: CalendarDay | null = inSeries >= 0 ? addDays(series.from, inSeries) : (lastChange ?? null)
  if (last !== null) return { days: daysBetween(last, today), atLeast: false }
  const unknownBefore = lastChange === undefined && series.firstObserved < series.from
  const known = unknownBefore ? addDays(series.from, -1) : series.firstObserved
  return { days: daysBetween(known, today), atLeast: true }
}
