import { addDays, type CalendarDay, calendarDay, dayInWords, daysBetween, WEEK, writeDate } from './days.ts'
import { type EntityType, tagInPath } from './tag.ts'
import { t } from './texts.ts'

// Weeks as ISO 8601 numbers them: from Monday to Sunday, named by the year of their Thursday.

const THURSDAY = 3
const NAME = /^(\d{4})-W(\d{2})$/

/** The last Monday on or before the day. */
export function mondayOf(day: CalendarDay): CalendarDay {
  return addDays(day, -((new Date(day).getUTCDay() + WEEK - 1) % WEEK))
}

/** The name of the ISO week that begins on a Monday: `2026-W01` of 2025-12-29. */
export function isoWeekName(monday: CalendarDay): string {
  const year = addDays(monday, THURSDAY).slice(0, 4)
  const week = daysBetween(firstMonday(year), monday) / WEEK + 1
  return `${year}-W${String(week).padStart(2, '0')}`
}

/** The Monday on which the ISO week of this name begins; null for any other text, and a week that the year has not. */
export function isoWeekBegin(name: string): CalendarDay | null {
  const [, year, week] = NAME.exec(name) ?? []
  if (year === undefined || Number(year) < 1000) return null
  const monday = addDays(firstMonday(year), WEEK * (Number(week) - 1))
  return isoWeekName(monday) === name ? monday : null
}

/** The Monday of the week with the 4th of January, which is always the first one. */
function firstMonday(year: string): CalendarDay {
  return mondayOf(calendarDay(`${year}-01-04`))
}

/** The days of a week as readers are told them: `Nov 16 to Nov 22, 2026`. */
export function weekInWords(monday: CalendarDay): string {
  const first = writeDate(new Date(monday), { month: 'short', day: 'numeric' })
  return t('time.week', { first, last: dayInWords(addDays(monday, WEEK - 1)) })
}

/** The path of the picture of a club's or player's week that begins on a Monday: `/club/2PYL/week/2026-W47.png`. */
export function weekCardPath(type: EntityType, tag: string, monday: CalendarDay): string {
  return `/${type}/${tagInPath(tag)}/week/${isoWeekName(monday)}.png`
}
