import { FIRST_LANGUAGE } from './languages.ts'
import { keptFormats, pageLanguage, t } from './texts.ts'

export const SECOND_MS = 1000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS
export const WEEK_MS = 7 * DAY_MS

/** Days of a week. */
export const WEEK = 7

/** The timeframes, in days, that analytics offer (docs/formulas.md#days-and-windows). */
export const TIMEFRAMES = [7, 14, 30, 90] as const
export type Timeframe = (typeof TIMEFRAMES)[number]

/** The timeframe of a page or call that names none, in days. */
export const DEFAULT_TIMEFRAME: Timeframe = 30

/** A UTC calendar date as `YYYY-MM-DD`; comparing the texts compares the dates. Only the functions below make one. */
export type CalendarDay = string & { readonly calendarDay: true }

/** The UTC date of a moment. Throws RangeError for an invalid Date and for years outside 100 to 9999. */
export function dayOf(moment: Date): CalendarDay {
  return dayNumbered(Math.floor(moment.getTime() / DAY_MS))
}

/** Reads a `YYYY-MM-DD` from a database or a URL. Throws RangeError when there is no such date. */
export function calendarDay(text: string): CalendarDay {
  const moment = new Date(`${text}T00:00:00.000Z`)
  if (Number.isNaN(moment.getTime()) || dayOf(moment) !== text) throw new RangeError(`Not a calendar day: ${text}`)
  return text as CalendarDay
}

/** A date as all texts of the site write it: `Nov 21, 2026`. */
export function dayInWords(day: string): string {
  const moment = new Date(`${day}T00:00:00Z`)
  if (pageLanguage() !== FIRST_LANGUAGE) return writeDate(moment, { dateStyle: 'medium' })
  const [, dayOfMonth, month, year] = moment.toUTCString().split(' ')
  return `${month} ${Number(dayOfMonth)}, ${Number(year)}`
}

const dates = keptFormats(
  (language, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language, { timeZone: 'UTC', numberingSystem: 'latn', ...options }),
)

/** What some languages end a date with, which the full stop of a sentence would repeat: `21. Nov.`, `21 лист. 2026 р.` */
const ENDING = /(?:\s[гр])?\.$/u

/** Writes a moment in UTC as a language does, with Latin digits in every one. An invalid date is `Unknown`. */
export function writeDate(moment: Date, options: Intl.DateTimeFormatOptions): string {
  if (Number.isNaN(moment.getTime())) return t('time.unknown')
  return dates(options).format(moment).replace(ENDING, '')
}

/** The first day of its month. */
export function monthOf(day: CalendarDay): CalendarDay {
  return `${day.slice(0, 7)}-01` as CalendarDay
}

/** The date `days` later; a negative number gives an earlier date. Throws RangeError like `dayOf`. */
export function addDays(day: CalendarDay, days: number): CalendarDay {
  return dayNumbered(numberOf(day) + days)
}

/** Days from the first date to the second: 1 from today to tomorrow, -1 from today to yesterday. */
export function daysBetween(from: CalendarDay, to: CalendarDay): number {
  return numberOf(to) - numberOf(from)
}

/** The window of `days` dates that ends with today, oldest first (docs/formulas.md#days-and-windows). */
export function dayWindow(today: CalendarDay, days: number): CalendarDay[] {
  const last = numberOf(today)
  return Array.from({ length: days }, (_, index) => dayNumbered(last + index + 1 - days))
}

/** Dates already written as text. Analytics use the same few hundred dates again and again. */
const written = new Map<number, CalendarDay>()
const WRITTEN_MAX = 4000

/** `Date.UTC` reads the years 0 to 99 as 1900 to 1999, so the calendar here begins later. */
export const FIRST_DATE = '0100-01-01'

/** The date that lies `days` after 1970-01-01. */
function dayNumbered(days: number): CalendarDay {
  const known = written.get(days)
  if (known !== undefined) return known
  const iso = new Date(days * DAY_MS).toISOString()
  if (iso.length !== 24 || iso < FIRST_DATE) throw new RangeError(`No calendar day in the years 100 to 9999: ${iso}`)
  if (written.size >= WRITTEN_MAX) written.clear()
  const day = iso.slice(0, 10) as CalendarDay
  written.set(days, day)
  return day
}

/** Days since 1970-01-01. */
function numberOf(day: CalendarDay): number {
  return Date.UTC(digits(day, 0, 4), digits(day, 5, 7) - 1, digits(day, 8, 10)) / DAY_MS
}

/** The number written in a part of the date; twice as fast as `Number` of a slice, and windows call it often. */
function digits(day: CalendarDay, from: number, end: number): number {
  let number = 0
  for (let index = from; index < end; index++) number = 10 * number + day.charCodeAt(index) - 48
  return number
}

const THURSDAY = 4
const RESET_HOUR_UTC = 8

/**
 * The moments at which a trophy season ends, oldest first: 08:00 UTC on the first Thursday of each month, for `from`
 * (included) to `to` (excluded). The calendar names a season; what is a reset is told by evidence alone
 * (docs/formulas.md#season-resets).
 */
export function seasonEnds(from: Date, to: Date): Date[] {
  const monthStart = (months: number) => Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months, 1)
  const ends: Date[] = []
  for (let months = 0; monthStart(months) < to.getTime(); months++) {
    const end = firstThursday(monthStart(months))
    if (end >= from.getTime() && end < to.getTime()) ends.push(new Date(end))
  }
  return ends
}

function firstThursday(monthStart: number): number {
  const weekday = new Date(monthStart).getUTCDay()
  return monthStart + ((THURSDAY - weekday + 7) % 7) * DAY_MS + RESET_HOUR_UTC * HOUR_MS
}

/** Every target is collected about once in 24 hours at least. */
const STALE_AFTER_MS = DAY_MS

/** Whether data of `observedAt` is older than a day at `now`, so that all that is told of it says of when it is. */
export function isStale(observedAt: Date, now: Date): boolean {
  return now.getTime() - observedAt.getTime() > STALE_AFTER_MS
}

/**
 * What pages, pictures and posts say of data that is late, in UTC: `As of Nov 17, 2026, 19:28 UTC: nobody has looked
 * since`.
 */
export function lastSeenWords(observedAt: Date): string {
  const time = observedAt.toISOString().slice(11, 16)
  return t('time.lastSeen', { day: dayInWords(dayOf(observedAt)), time })
}
