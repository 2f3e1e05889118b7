/** A UTC calendar date as `YYYY-MM-DD`. Its text order is its order in time. Branded: made only by the functions below. */
export type CalendarDay = string & { readonly calendarDay: true }

const DAY_MS = 86_400_000

/** The UTC date of a moment. Throws RangeError for an invalid Date and for years outside 0 to 9999. */
export function dayOf(moment: Date): CalendarDay {
  const iso = moment.toISOString()
  if (iso.length !== 24) throw new RangeError(`No calendar day in the years 0 to 9999: ${iso}`)
  return iso.slice(0, 10) as CalendarDay
}

/** Reads a `YYYY-MM-DD`, such as a database or a URL gives. Throws RangeError when there is no such date. */
export function calendarDay(text: string): CalendarDay {
  const moment = new Date(`${text}T00:00:00.000Z`)
  if (Number.isNaN(moment.getTime()) || dayOf(moment) !== text) throw new RangeError(`Not a calendar day: ${text}`)
  return text as CalendarDay
}

/** The date so many days later; earlier for a negative number. */
export function addDays(day: CalendarDay, days: number): CalendarDay {
  return dayOf(new Date(startOf(day) + days * DAY_MS))
}

/** Days from the first date to the second: 1 from today to tomorrow, negative backwards. */
export function daysBetween(from: CalendarDay, to: CalendarDay): number {
  return (startOf(to) - startOf(from)) / DAY_MS
}

/** The window of so many dates that ends with today, oldest first (spec: a window of D days is the D dates ending today). */
export function dayWindow(today: CalendarDay, days: number): CalendarDay[] {
  const last = startOf(today)
  return Array.from({ length: days }, (_, index) => dayOf(new Date(last + (index + 1 - days) * DAY_MS)))
}

function startOf(day: CalendarDay): number {
  return Date.parse(`${day}T00:00:00.000Z`)
}
