import { DAY_MS, dayOf, daysBetween } from '#shared/days.ts'
import { type MemberHistory, windowView } from './daily-series.ts'

const WEEK_DAYS = 7
const WEEK_MS = WEEK_DAYS * DAY_MS

/** A member without a trophy change or battle in 7 days, with the names of the API; `at_least`: it may be longer. */
export type Ghost = { tag: string; name: string; days_silent: number; at_least: boolean }

/** A member whose battles moved no trophies in 7 days. */
type PlaysNoTrophies = MemberHistory & { lastBattleAt: Date }

/** Each member is in one group. Ghosts are ordered by the longest silence, then by tag; the others by tag. */
export type MemberPresence = {
  active: MemberHistory[]
  ghosts: Ghost[]
  playsNoTrophies: PlaysNoTrophies[]
  /** Known in this club for fewer than 7 x 24 hours. */
  newcomers: MemberHistory[]
  /** Nothing known of the last 7 days: unknown is not silent. */
  unseen: MemberHistory[]
}

/** Groups a club's members by their last 7 x 24 hours (docs/formulas.md#presence). */
export function memberPresence(members: readonly MemberHistory[], now: Date): MemberPresence {
  const groups: MemberPresence = { active: [], ghosts: [], playsNoTrophies: [], newcomers: [], unseen: [] }
  for (const member of members.toSorted((one, other) => (one.tag < other.tag ? -1 : 1))) {
    if (isThisWeek(member.inClubSince, now)) groups.newcomers.push(member)
    else if (isThisWeek(member.lastChangeAt, now)) groups.active.push(member)
    else if (hasFought(member, now)) groups.playsNoTrophies.push(member)
    else if (windowView(member.series, WEEK_DAYS).observedDays === 0) groups.unseen.push(member)
    else groups.ghosts.push(ghostOf(member, now))
  }
  groups.ghosts.sort((one, other) => other.days_silent - one.days_silent)
  return groups
}

function isThisWeek(moment: Date | null, now: Date): boolean {
  return moment !== null && now.getTime() - moment.getTime() < WEEK_MS
}

function hasFought(member: MemberHistory, now: Date): member is PlaysNoTrophies {
  return isThisWeek(member.lastBattleAt, now)
}

/** Days since the last change; since the first observation where none was ever seen, so that it may be longer. */
function ghostOf({ tag, name, lastChangeAt, series }: MemberHistory, now: Date): Ghost {
  const today = dayOf(now)
  const since = lastChangeAt === null ? series.firstObserved : dayOf(lastChangeAt)
  return { tag, name, days_silent: since === null ? 0 : daysBetween(since, today), at_least: lastChangeAt === null }
}

/** The fewest members of a club whose activity can be told in percent. */
const LEAST_MEMBERS = 3

/** How many members can be told to be active or not, and how many of them are, in percent with null for too few. */
export type ActiveShare = { known: number; percent: number | null }

/**
 * A club's `activity_score`: 100 x active members / members known for at least 7 days, which are the active ones, the
 * ghosts and those who play without trophies; 0 to 100, exact. Null with fewer than 3 (docs/formulas.md#club-activity).
 */
export function activeShare({ active, ghosts, playsNoTrophies }: MemberPresence): ActiveShare {
  const known = active.length + ghosts.length + playsNoTrophies.length
  return { known, percent: known < LEAST_MEMBERS ? null : (100 * active.length) / known }
}
