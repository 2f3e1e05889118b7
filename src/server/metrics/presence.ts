import { WEEK_MS } from '#shared/days.ts'
import { type MemberHistory, windowView } from './daily-series.ts'
import { silentDays } from './silence.ts'

/** Silent days that make a ghost. */
const GHOST_DAYS = 7

/** A member without a trophy change or battle on 7 known days, with the names of the API; `at_least`: it may be longer. */
type Ghost = { tag: string; name: string; days_silent: number; at_least: boolean }

/** A member whose battles moved no trophies in 7 days. */
type PlaysNoTrophies = MemberHistory & { lastBattleAt: Date }

/** Each member is in one group. Ghosts are ordered by the longest silence, then by tag; the others by tag. */
export type MemberPresence = {
  active: MemberHistory[]
  ghosts: Ghost[]
  playsNoTrophies: PlaysNoTrophies[]
  /** Known in this club for fewer than 7 x 24 hours. */
  newcomers: MemberHistory[]
  /** Too little is known of the last days: unknown is not silent. */
  unseen: MemberHistory[]
}

/** The dates that are looked at, and how many of them must be known before somebody is called silent. */
const LOOKED_AT_DAYS = 14
const KNOWN_DAYS = 7

/** Groups a club's members by the 7 x 24 hours before the club was last seen (docs/formulas.md#presence). */
export function memberPresence(members: readonly MemberHistory[], asOf: Date): MemberPresence {
  const groups: MemberPresence = { active: [], ghosts: [], playsNoTrophies: [], newcomers: [], unseen: [] }
  for (const member of members.toSorted((one, other) => (one.tag < other.tag ? -1 : 1))) {
    const ghost = ghostOf(member)
    if (isThisWeek(member.inClubSince, asOf)) groups.newcomers.push(member)
    else if (isThisWeek(member.lastChangeAt, asOf)) groups.active.push(member)
    else if (hasFought(member, asOf)) groups.playsNoTrophies.push(member)
    else if (ghost === null) groups.unseen.push(member)
    else groups.ghosts.push(ghost)
  }
  groups.ghosts.sort((one, other) => other.days_silent - one.days_silent)
  return groups
}

function isThisWeek(moment: Date | null, asOf: Date): boolean {
  return moment !== null && asOf.getTime() - moment.getTime() < WEEK_MS
}

function hasFought(member: MemberHistory, asOf: Date): member is PlaysNoTrophies {
  return isThisWeek(member.lastBattleAt, asOf)
}

/** Null for who is not silent for 7 known days, or of whom too few days are known. */
function ghostOf(member: MemberHistory): Ghost | null {
  const silence = silentDays(member)
  const { observedDays } = windowView(member.series, LOOKED_AT_DAYS)
  if (silence === null || silence.days < GHOST_DAYS || observedDays < KNOWN_DAYS) return null
  return { tag: member.tag, name: member.name, days_silent: silence.days, at_least: silence.atLeast }
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
