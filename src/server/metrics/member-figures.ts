import { addDays, type CalendarDay, dayOf, daysBetween } from '#shared/days.ts'
import type { ClubRole } from '#shared/kinds.ts'
import { ANALYTICS_MIN_DAYS } from '#shared/limits.ts'
import { activeDays } from './activity.ts'
import { type MemberHistory, windowView } from './daily-series.ts'
import type { MemberScoreRow } from './member-scores.ts'
import { lastSign, SILENCE_DAYS, silentDates } from './silence.ts'

/** A day from which and up to which something holds; null: for good. */
export type Span = { from: CalendarDay; until: CalendarDay | null }

/** A member with what only the leaders know. The series holds `SILENCE_DAYS` days. */
export type QueueMember = MemberHistory & {
  role: ClubRole
  /** Whether `inClubSince` is when they joined; else they were there before tracking began. */
  joinKnown: boolean
  /** Weights of the warnings that have not expired. */
  warnings: readonly number[]
  /** What stands on the blacklist today. */
  blacklisted: Span | null
  safe: Span | null
  absences: readonly Span[]
  /** The highest tier of the last two Ranked seasons, and prestige; each null where no profile told it. */
  ladders: { tier: string | null; prestige: number | null }
}

type DayState = 'played' | 'silent' | 'unknown'

/** Days that the strip of a member shows. */
const STRIP_DAYS = 14

/** Days over which known days are counted. */
const SCORE_DAYS = 30
const WEEK_DAYS = 7

/** What is known of a member, for the reasons. Null where it is not known. */
export type Figures = {
  days_silent: number | null
  silent_at_least: boolean
  /** Of the silent days, those in the club outside absences: the rules count no others. */
  silence_counted: number
  days_in_club: number | null
  days_in_club_at_least: boolean
  activity_score: number | null
  overall_score: number | null
  gain_30d: number | null
  active_days_a_week: number | null
  strikes: number
  known_days_30d: number
  /** The last 14 days, the newest last. */
  last_days: DayState[]
}

/** What the rules judge a member by, on the day when the club was last seen, `today`. `row`: the scores over 30 days. */
export function figuresOf(member: QueueMember, row: MemberScoreRow | undefined, today: CalendarDay): Figures {
  const inClub = daysBetween(dayOf(member.inClubSince), today)
  return {
    days_silent: row?.days_silent ?? null,
    silent_at_least: row?.silent_at_least ?? false,
    silence_counted: countedSilence(member),
    days_in_club: Math.max(0, inClub),
    days_in_club_at_least: !member.joinKnown,
    activity_score: row?.activity_score ?? null,
    overall_score: row?.overall_score ?? null,
    gain_30d: row?.gain ?? null,
    active_days_a_week: usualDays(member, today),
    strikes: member.warnings.reduce((sum, weight) => sum + weight, 0),
    known_days_30d: windowView(member.series, SCORE_DAYS).observedDays,
    last_days: lastDays(member),
  }
}

/**
 * Whether the member played on each of the last days; the day of the last sign of play counts, whatever it was. Who did not
 * play on the day of the first look may have done so before it, as `silentDays` has it.
 */
function lastDays(member: QueueMember): DayState[] {
  const { dates, today } = windowView(member.series, STRIP_DAYS)
  const sign = lastSign(member)
  const before = Array.from({ length: STRIP_DAYS - dates.length }, (): DayState => 'unknown')
  const told = dates.map(({ known, changes }, place): DayState => {
    const day = addDays(today, place - dates.length + 1)
    if (day === sign || (known && changes > 0)) return 'played'
    const isHalfSeen = day === member.series.firstObserved && (sign === null || day < sign)
    return known && !isHalfSeen ? 'silent' : 'unknown'
  })
  return [...before, ...told]
}

/**
 * How many days of the silence count for the rules: those in the club outside absences (docs/formulas.md#the-queue).
 */
function countedSilence(member: QueueMember): number {
  const joined = member.joinKnown ? dayOf(member.inClubSince) : null
  const dates = silentDates(member)?.known ?? []
  return dates.filter((day) => (joined === null || day >= joined) && !isAway(member, day)).length
}

function isAway({ absences }: QueueMember, day: CalendarDay): boolean {
  return absences.some(({ from, until }) => from <= day && (until === null || day <= until))
}

/** Days with play a week over the four weeks up to the last day with play; null with fewer than 7 known days. */
function usualDays(member: QueueMember, today: CalendarDay): number | null {
  const last = lastSign(member)
  if (last === null) return null
  const { dates } = windowView(member.series, SILENCE_DAYS)
  const end = dates.length - daysBetween(last, today)
  const before = dates.slice(Math.max(0, end - 4 * WEEK_DAYS), Math.max(0, end))
  const known = before.filter((day) => day.known).length
  if (known < ANALYTICS_MIN_DAYS) return null
  return (WEEK_DAYS * activeDays({ ...windowView(member.series, 1), dates: before })) / known
}
