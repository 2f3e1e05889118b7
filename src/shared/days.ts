/** The windows, in days, that analytics can be asked for. A window of D days is the D UTC dates ending with today. */
export const TIMEFRAMES = [7, 14, 30, 90] as const

/** One of the windows, in days. */
export type Timeframe = (typeof TIMEFRAMES)[number]

/** The window shown when nobody chose one, in days. */
export const DEFAULT_TIMEFRAME: Timeframe = 30

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

const THURSDAY = 4
const RESET_HOUR_UTC = 8

/**
 * The instants at which a trophy season ends: the third Thursday of each month at 08:00 UTC, oldest first,
 * for `from` (included) to `to` (excluded). Brawlers above 1,000 trophies lose part of the excess then, without a battle.
 */
export function seasonEnds(from: Date, to: Date): Date[] {
  const ends: Date[] = []
  let month = Date.UTC(from.getUTCFullYear(), from.getUTCMonth(), 1)
  while (month < to.getTime()) {
    const end = thirdThursday(month)
    if (end >= from.getTime() && end < to.getTime()) ends.push(new Date(end))
    const first = new Date(month)
    month = Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 1)
  }
  return ends
}

function thirdThursday(monthStart: number): number {
  const weekday = new Date(monthStart).getUTCDay()
  const firstThursday = (THURSDAY - weekday + 7) % 7
  return monthStart + (firstThursday + 14) * DAY_MS + RESET_HOUR_UTC * 3_600_000
}

/** The rarest polling is once in 24 hours; what is an hour older than that is late. */
const STALE_AFTER_MS = 25 * 3_600_000

/** Whether data observed then is older at `now` than collecting should ever let it be. */
export function isStale(observedAt: Date, now: Date): boolean {
  return now.getTime() - observedAt.getTime() > STALE_AFTER_MS
}
