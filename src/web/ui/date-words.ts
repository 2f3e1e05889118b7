import { addDays, calendarDay, DAY_MS, dayInWords, dayOf, HOUR_MS, MINUTE_MS, SECOND_MS } from '#shared/days.ts'

/** Units of time, the largest first. */
const UNITS = [
  [DAY_MS, 'day'],
  [HOUR_MS, 'hour'],
  [MINUTE_MS, 'minute'],
  [SECOND_MS, 'second'],
] as const

/**
 * How long ago a time was, rounded down: `Just now`, `59 minutes ago`, `23 hours ago`, `100 days ago`. A time in the
 * future, which a wrong clock gives, is `Just now`; a text that is no time is `Unknown`. `now` is in milliseconds.
 */
export function relativeTime(time: string, now: number): string {
  const age = now - Date.parse(time)
  if (Number.isNaN(age)) return 'Unknown'
  return age < MINUTE_MS ? 'Just now' : `${inLargestUnit(age, Math.floor)} ago`
}

/** A relative time as it follows other words: `Updated just now`. */
export function withinSentence(relative: string): string {
  return relative.charAt(0).toLowerCase() + relative.slice(1)
}

/** A length of time in seconds, rounded to its largest unit: `45 seconds`, `3 minutes`, `1 day`. None is negative. */
export function duration(seconds: number): string {
  return inLargestUnit(Math.max(0, Math.round(seconds)) * SECOND_MS, Math.round)
}

function inLargestUnit(ms: number, round: (count: number) => number): string {
  const [size, unit] = UNITS.find(([each]) => ms >= each) ?? [SECOND_MS, 'second']
  const count = round(ms / size)
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

/** The whole site shows hours from 0 to 23, as its charts of hours do. */
const CLOCK = { timeStyle: 'short', hourCycle: 'h23' } as const

/** The time of a day in the visitor's zone: `19:40`. */
export function timeOfDay(date: Date): string {
  return date.toLocaleTimeString(undefined, CLOCK)
}

let fullTimes: Intl.DateTimeFormat | undefined

/** A time in the visitor's zone and language: `Nov 21, 2026, 13:00`. */
export function fullTime(time: string): string {
  const date = new Date(time)
  if (Number.isNaN(date.getTime())) return 'Unknown'
  fullTimes ??= new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', ...CLOCK })
  return fullTimes.format(date)
}

/** A time in the visitor's zone and language, as short as it is clear: `12:40` on the day of `now`, in milliseconds. */
export function momentOf(time: string, now: number): string {
  const date = new Date(time)
  if (date.toDateString() !== new Date(now).toDateString()) return fullTime(time)
  return timeOfDay(date)
}

/**
 * A UTC calendar date (`2026-11-21`), or a time in the visitor's zone, as a day with its year: `Nov 21, 2026`. In a page
 * that is `served`, a time is in UTC too.
 */
export function shortDay(date: string, served = false): string {
  const shown = new Date(date)
  if (Number.isNaN(shown.getTime())) return 'Unknown'
  if (served || /^\d{4}-\d{2}-\d{2}$/.test(date)) return dayInWords(dayOf(shown))
  const [, month, day, year] = shown.toDateString().split(' ')
  return `${month} ${Number(day)}, ${Number(year)}`
}

/** A calendar date so many days ahead, with its year where that is not today's: `Dec 31`, `Jan 4, 2027`. */
export function dayAhead({ date, days }: { date: string; days: number }): string {
  return addDays(calendarDay(date), -days).slice(0, 4) === date.slice(0, 4) ? dayLabel(date) : shortDay(date)
}

/** The UTC day of a calendar date or a time, without its year: `Nov 12`. */
export function dayLabel(date: string): string {
  const shown = new Date(date)
  if (Number.isNaN(shown.getTime())) return 'Unknown'
  const [, day = '', month = ''] = shown.toUTCString().split(' ')
  return `${month} ${Number(day)}`
}

/** A countdown to the minute: `2 h 13 min left`. */
export function timeLeft(ms: number): string {
  if (ms < MINUTE_MS) return ms > 0 ? 'under a minute left' : 'over'
  const [days, hours, minutes] = [ms / DAY_MS, (ms % DAY_MS) / HOUR_MS, (ms % HOUR_MS) / MINUTE_MS].map(Math.floor)
  if (days) return `${days} d ${hours} h left`
  return hours ? `${hours} h ${minutes} min left` : `${minutes} min left`
}
