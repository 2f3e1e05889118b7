/** A UTC calendar date as `YYYY-MM-DD`. Its text order is its order in time. Branded: made only by the functions below. */
export type CalendarDay = string & { readonly calendarDay: true }

const DAY_MS = 86_400_000

/** The UTC date of a moment. Throws RangeError for an invalid Date and for years outside 0 to 9999. */
export function dayOf(moment: Date): CalendarDay {
  return dayNumbered(Math.floor(moment.getTime() / DAY_MS))
}

/** Reads a `YYYY-MM-DD`, such as a database or a URL gives. Throws RangeError when there is no such date. */
export function calendarDay(text: string): CalendarDay {
  const moment = new Date(`${text}T00:00:00.000Z`)
  if (Number.isNaN(moment.getTime()) || dayOf(moment) !== text) throw new RangeError(`Not a calendar day: ${text}`)
  return text as CalendarDay
}

/** The date so many days later; earlier for a negative number. */
export function addDays(day: CalendarDay, days: number): CalendarDay {
  return dayNumbered(numberOf(day) + days)
}

/** Days from the first date to the second: 1 from today to tomorrow, negative backwards. */
export function daysBetween(from: CalendarDay, to: CalendarDay): number {
  return numberOf(to) - numberOf(from)
}

/** The window of so many dates that ends with today, oldest first (spec: a window of D days is the D dates ending today). */
export function dayWindow(today: CalendarDay, days: number): CalendarDay[] {
  const last = numberOf(today)
  return Array.from({ length: days }, (_, index) => dayNumbered(last + index + 1 - days))
}

/** Windows over the daily series ask for the same few hundred dates again and again. */
const written = new Map<number, CalendarDay>()
const WRITTEN_MAX = 4000

/** The date so many days after 1970-01-01. */
function dayNumbered(days: number): CalendarDay {
  const known = written.get(days)
  if (known !== undefined) return known
  const iso = new Date(days * DAY_MS).toISOString()
  if (iso.length !== 24) throw new RangeError(`No calendar day in the years 0 to 9999: ${iso}`)
  if (written.size >= WRITTEN_MAX) written.clear()
  const day = iso.slice(0, 10) as CalendarDay
  written.set(days, day)
  return day
}

/** Days since 1970-01-01, counted in years that begin in March (Hinnant, chrono-compatible low-level date algorithms). */
function numberOf(day: CalendarDay): number {
  const month = digitsOf(day, 5, 7)
  const year = digitsOf(day, 0, 4) - (month <= 2 ? 1 : 0)
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + digitsOf(day, 8, 10) - 1
  return 365 * year + Math.floor(year / 4) - Math.floor(year / 100) + Math.floor(year / 400) + dayOfYear - 719_468
}

/** `Date.parse` takes twenty times as long, which the windows of a club's members add up. */
function digitsOf(day: CalendarDay, from: number, end: number): number {
  let number = 0
  for (let index = from; index < end; index++) number = 10 * number + day.charCodeAt(index) - 48
  return number
}
