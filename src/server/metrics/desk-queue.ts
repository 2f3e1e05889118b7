import type { QUIET_STATES, Suggestion } from '#shared/contract/desk.ts'
import type { Reason } from '#shared/contract/desk-reasons.ts'
import { type CalendarDay, dayOf, daysBetween } from '#shared/days.ts'
import type { DESK_RULES } from '#shared/desk.ts'
import { ANALYTICS_MIN_DAYS, CLUB_SEATS } from '#shared/limits.ts'
import { tierPlace } from '#shared/ranked-tiers.ts'
import { spanDays, windowView } from './daily-series.ts'
import { type Figures, figuresOf, type QueueMember } from './member-figures.ts'
import { memberScores } from './member-scores.ts'
import { playsOn } from './public-lists.ts'

export type QuietState = (typeof QUIET_STATES)[number]

type Bar = 'entry_trophies' | 'entry_tier' | 'entry_prestige'

/** The rules of a club. `entry_trophies` is null where neither the leaders nor the game set a bar. */
export type QueueRules = Record<Exclude<keyof typeof DESK_RULES, Bar>, number> & Bars
export type Bars = Record<Bar, number | null>

/** What the rules say of one member: a suggestion, or why there is none. */
export type Judged = {
  member: QueueMember
  suggestion: Suggestion | null
  quiet: QuietState | null
  /** At most three, the weightiest first. */
  facts: Reason[]
  /** True for a removal of somebody with a role, or of the best third of the club by trophies. */
  think_twice: boolean
  figures: Figures
}

/** Days over which scores are made. */
const SCORE_DAYS = 30
const WEEK_DAYS = 7

/** A club as the queue reads it, last seen at `asOf`; `available`: it has enough history for scores. */
export type QueueClub = { members: readonly QueueMember[]; now: Date; asOf: Date; available: boolean }

/**
 * What the rules say of every member, once each: those with a suggestion first, the most urgent before all. It depends on
 * nothing but its arguments, and not on the order of the members (docs/formulas.md#the-queue).
 */
export function judgeMembers({ members, now, asOf, available }: QueueClub, rules: QueueRules): Judged[] {
  const scores = new Map(memberScores(members, SCORE_DAYS, available).map((row) => [row.player_tag, row]))
  const seen = dayOf(asOf)
  const figured = members.map((member) => ({ member, figures: figuresOf(member, scores.get(member.tag), seen) }))
  const club: Club = {
    today: dayOf(now),
    seen,
    freeSeats: Math.max(0, CLUB_SEATS - members.length),
    rules,
    trophies: members.map(({ trophies }) => trophies),
    overall: figured.flatMap(({ figures }) => figures.overall_score ?? []),
  }
  return figured.map(({ member, figures }) => judge(member, figures, club)).sort(byUrgency)
}

/** `trophies`, `overall`: those of all members, the scores as far as they are known. */
type Club = {
  today: CalendarDay
  seen: CalendarDay
  freeSeats: number
  rules: QueueRules
  trophies: number[]
  overall: number[]
}

/** In a club with fewer members a place tells nothing. */
const PLACES_FROM = 5

/** Where a figure stands among those of all members; null in a small club. */
function placeOf(figure: number, all: readonly number[]): { place: number | null; members: number } {
  const isSmall = all.length < PLACES_FROM
  return { place: isSmall ? null : 1 + all.filter((other) => other > figure).length, members: all.length }
}

function judge(member: QueueMember, figures: Figures, club: Club): Judged {
  const quiet = quietState(member, figures, club)
  const nothing = { member, figures, suggestion: null, think_twice: false }
  if (quiet !== null) return { ...nothing, quiet: quiet.state, facts: [quiet.reason] }
  const suggested = suggest(member, figures, club)
  if (suggested === null) return { ...nothing, quiet: 'fine', facts: [] }
  const { suggestion, reasons: facts } = suggested
  const think_twice = suggestion === 'remove' && isMissed(member, club)
  return { member, figures, suggestion, quiet: null, facts, think_twice }
}

/** Somebody with a role, or of the best third by trophies. Reasons are at most three, so they may not tell the place. */
function isMissed({ role, trophies }: QueueMember, club: Club): boolean {
  const { place, members } = placeOf(trophies, club.trophies)
  return role !== 'member' || (place !== null && 3 * place <= members)
}

type Quiet = { state: Exclude<QuietState, 'fine'>; reason: Reason }

/** Who is not judged, in the order of the rules. Nobody is judged by what was not seen. */
function quietState(member: QueueMember, figures: Figures, { today, seen, rules }: Club): Quiet | null {
  if (member.blacklisted !== null) return null
  const leave = leaveOf(member, today)
  if (leave !== null) return { state: 'absent', reason: leave }
  if (member.safe !== null) return { state: 'safe', reason: { kind: 'safe', until: member.safe.until } }
  const joined = dayOf(member.inClubSince)
  if (member.joinKnown && daysBetween(joined, seen) < rules.grace_days) {
    return { state: 'newcomer', reason: { kind: 'joined', days: Math.max(0, daysBetween(joined, today)) } }
  }
  const unseen = Math.max(0, daysBetween(seen, today))
  if (unseen >= WEEK_DAYS || windowView(member.series, WEEK_DAYS - unseen).observedDays === 0) {
    return { state: 'unknown', reason: { kind: 'unseen' } }
  }
  if (figures.known_days_30d >= ANALYTICS_MIN_DAYS) return null
  const known = figures.known_days_30d
  return { state: 'unknown', reason: { kind: 'learning', known, needed: ANALYTICS_MIN_DAYS } }
}

/** Days after an absence in which nobody is judged. */
const AFTER_ABSENCE_DAYS = 7

function leaveOf({ absences }: QueueMember, today: CalendarDay): Reason | null {
  for (const { from, until } of absences) {
    if (from > today) continue
    if (until === null || until >= today) return { kind: 'away', until }
    const back = daysBetween(until, today)
    if (back <= AFTER_ABSENCE_DAYS) return { kind: 'back', days: back }
  }
  return null
}

type Suggested = { suggestion: Suggestion; reasons: Reason[] }

/** What is suggested about a member who is judged, the first rule that applies; null when none does. */
function suggest(member: QueueMember, figures: Figures, club: Club): Suggested | null {
  if (member.blacklisted !== null) {
    return { suggestion: 'blacklisted', reasons: [{ kind: 'blacklist', until: member.blacklisted.until }] }
  }
  // The game lets nobody remove, warn or promote the president.
  if (member.role === 'president') return null
  return inactive(member, figures, club) ?? belowBar(member, figures, club) ?? promotion(member, figures, club)
}

function inactive(member: QueueMember, figures: Figures, club: Club): Suggested | null {
  const { rules } = club
  const { silence_counted: silent, strikes } = figures
  const reasons = [...silence(figures), ...warnings(member), ...describeLoss(member, figures, club)]
  if (strikes >= rules.strikes_to_remove && silent < rules.remove_after_days) {
    return {
      suggestion: 'remove',
      reasons: [
        ...warnings(member),
        ...(silent > 0 ? silence(figures) : []),
        ...describeLoss(member, figures, club),
      ].slice(0, REASONS),
    }
  }
  if (silent >= rules.remove_after_days) return { suggestion: 'remove', reasons: reasons.slice(0, REASONS) }
  return silent >= rules.warn_after_days ? { suggestion: 'warn', reasons: reasons.slice(0, REASONS) } : null
}

const REASONS = 3

function silence({ days_silent, silent_at_least, silence_counted, active_days_a_week }: Figures): Reason[] {
  if (days_silent === null) return []
  const counted = silence_counted === days_silent ? null : silence_counted
  const silent: Reason = { kind: 'silent', days: days_silent, at_least: silent_at_least, counted }
  if (active_days_a_week === null) return [silent]
  return [silent, { kind: 'usual', days: Math.round(active_days_a_week) }]
}

/** What the club would lose: how the member's trophies stand in it, and what they won of late. */
function describeLoss(member: QueueMember, figures: Figures, club: Club): Reason[] {
  const placed = placeOf(member.trophies, club.trophies)
  const { gain, days } = recentGain(member, figures)
  const told = gain === 0 ? null : gain
  return placed.place === null && told === null ? [] : [{ kind: 'loss', ...placed, gain: told, days }]
}

/** The trophies gained in 30 days, or in the days since the first look; null where it is not known. */
function recentGain({ series }: QueueMember, { gain_30d }: Figures): { gain: number | null; days: number } {
  return { gain: gain_30d, days: spanDays(windowView(series, SCORE_DAYS)) }
}

function warnings({ warnings: weights }: QueueMember): Reason[] {
  if (weights.length === 0) return []
  return [{ kind: 'warnings', warnings: weights.length, weight: weights.reduce((sum, each) => sum + each, 0) }]
}

/** Overall scores below this are low: the lowest band. */
const LOW_SCORE = 20

/**
 * Below a bar is shown. Fewer trophies than asked and a low score are a removal from a full club; a tier or prestige
 * below its bar never is (docs/formulas.md#the-queue).
 */
function belowBar(member: QueueMember, figures: Figures, { rules, freeSeats }: Club): Suggested | null {
  const missing = missingToBars({ trophies: member.trophies, ...member.ladders }, rules)
  if (missing.length === 0) return null
  const { overall_score } = figures
  const isLow = overall_score !== null && overall_score < LOW_SCORE
  const ofTrophies = missingTrophies(member.trophies, rules.entry_trophies)
  if (!isLow || ofTrophies === null || freeSeats > rules.seats_to_spare) {
    const recent = recentGain(member, figures)
    const gained: Reason[] = recent.gain === null ? [] : [{ kind: 'loss', place: null, members: 0, ...recent }]
    return { suggestion: 'below_bar', reasons: [...missing, ...gained].slice(0, REASONS) }
  }
  const overall: Reason = { kind: 'overall', score: overall_score, place: null, members: 0 }
  return { suggestion: 'remove', reasons: [overall, ofTrophies, { kind: 'seats', seats: freeSeats }] }
}

type Asked = { trophies: number; tier: string | null; prestige: number | null }

/** What somebody lacks of each bar of a club. Of a tier or prestige that is not known nothing is said. */
export function missingToBars({ trophies, tier, prestige }: Asked, bars: Bars): Reason[] {
  const { entry_trophies: least, entry_tier: leastTier, entry_prestige: leastPrestige } = bars
  const place = tier === null ? null : tierPlace(tier)
  const missing: Reason[] = [missingTrophies(trophies, least) ?? []].flat()
  if (leastTier !== null && place !== null && place < leastTier) {
    missing.push({ kind: 'tier', own: place, bar: leastTier })
  }
  if (leastPrestige !== null && prestige !== null && prestige < leastPrestige) {
    missing.push({ kind: 'prestige', own: prestige, bar: leastPrestige })
  }
  return missing
}

function missingTrophies(trophies: number, least: number | null): Reason | null {
  return least === null || trophies >= least ? null : { kind: 'trophies', own: trophies, bar: least }
}

/** Only members are promoted, to senior: above that, leaders choose whom they trust. */
function promotion(member: QueueMember, figures: Figures, { rules, overall }: Club): Suggested | null {
  const { days_in_club, days_in_club_at_least, activity_score, overall_score, strikes } = figures
  if (member.role !== 'member' || strikes > 0 || days_in_club === null) return null
  if (days_in_club < rules.promote_after_days) return null
  if (activity_score === null || activity_score < rules.promote_activity) return null
  if (overall_score === null || overall_score < rules.promote_overall || !playsOn(member)) return null
  return {
    suggestion: 'promote',
    reasons: [
      { kind: 'overall', score: overall_score, ...placeOf(overall_score, overall) },
      { kind: 'activity', score: activity_score, ...recentGain(member, figures) },
      { kind: 'in_club', days: days_in_club, at_least: days_in_club_at_least },
    ],
  }
}

const URGENCY: Record<Suggestion, number> = { blacklisted: 0, remove: 1, warn: 2, below_bar: 3, promote: 4 }

/**
 * By suggestion; then the longest silence, the most strikes, the best score for a promotion, the fewest trophies, the
 * tag.
 */
function byUrgency(one: Judged, other: Judged): number {
  const urgency = ({ suggestion }: Judged) => (suggestion === null ? 9 : URGENCY[suggestion])
  const overall = ({ suggestion, figures }: Judged) => (suggestion === 'promote' ? (figures.overall_score ?? 0) : 0)
  return (
    urgency(one) - urgency(other) ||
    overall(other) - overall(one) ||
    (other.figures.days_silent ?? -1) - (one.figures.days_silent ?? -1) ||
    other.figures.strikes - one.figures.strikes ||
    one.member.trophies - other.member.trophies ||
    (one.member.tag < other.member.tag ? -1 : 1)
  )
}

/** How many members nothing is suggested about, by why. */
export function quietCounts(judged: readonly Judged[]): Record<QuietState, number> {
  const counts: Record<QuietState, number> = { absent: 0, safe: 0, newcomer: 0, unknown: 0, fine: 0 }
  for (const { quiet } of judged) if (quiet !== null) counts[quiet] += 1
  return counts
}
