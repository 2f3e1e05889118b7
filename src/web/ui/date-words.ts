import {
  addDays,
  calendarDay,
  DAY_MS,
  dayInWords,
  dayOf,
  HOUR_MS,
  MINUTE_MS,
  SECOND_MS,
  writeDate,
} from '#shared/days.ts'
import { FIRST_LANGUAGE } from '#shared/languages.ts'
import { numbers } from '#shared/number-format.ts'
import { keptFormats, pageLanguage, t } from '#shared/texts.ts'

/** Units of time, the largest first. */
const UNITS = [
  [DAY_MS, 'day'],
  [HOUR_MS, 'hour'],
  [MINUTE_MS, 'minute'],
  [SECOND_MS, 'second'],
] as const

const relativeTimes = keptFormats(() => new Intl.RelativeTimeFormat(latin()))

/**
 * How long ago a time was, rounded down: `Just now`, `59 minutes ago`, `23 hours ago`, `100 days ago`. A time in the
 * future, which a wrong clock gives, is `Just now`; a text that is no time is `Unknown`. `now` is in milliseconds.
 */
export function relativeTime(time: string, now: number): string {
  const age = now - Date.parse(time)
  if (Number.isNaN(age)) return t('time.unknown')
  if (age < MINUTE_MS) return t('time.justNow')
  const [count, unit] = inLargestUnit(age, Math.floor)
  return relativeTimes({}).format(-count, unit)
}

/** A relative time as it follows other words: `Updated just now`. */
export function withinSentence(relative: string): string {
  return relative.charAt(0).toLocaleLowerCase(pageLanguage()) + relative.slice(1)
}

/** A length of time in seconds, rounded to its largest unit: `45 seconds`, `3 minutes`, `1 day`. None is negative. */
export function duration(seconds: number): string {
  const [count, unit] = inLargestUnit(Math.max(0, Math.round(seconds)) * SECOND_MS, Math.round)
  return numbers({ style: 'unit', unit, unitDisplay: 'long' }).format(count)
}

/** The language of the page, with Latin digits. */
const latin = () => `${pageLanguage()}-u-nu-latn`

function inLargestUnit(ms: number, round: (count: number) => number) {
  const [size, unit] = UNITS.find(([each]) => ms >= each) ?? [SECOND_MS, 'second']
  return [round(ms / size), unit] as const
}

/** The whole site shows hours from 0 to 23, as its charts of hours do. */
const CLOCK = { timeStyle: 'short', hourCycle: 'h23' } as const

/** The visitor's own way to write dates on English pages, which visitors of all countries read; else the page's. */
const ownLanguage = () => (pageLanguage() === FIRST_LANGUAGE ? undefined : latin())

/** The time of a day in the visitor's zone: `19:40`. */
export function timeOfDay(date: Date): string {
  return date.toLocaleTimeString(ownLanguage(), CLOCK)
}

const fullTimes = keptFormats(() => new Intl.DateTimeFormat(ownLanguage(), { dateStyle: 'medium', ...CLOCK }))

/** A time in the visitor's zone and language: `Nov 21, 2026, 13:00`. */
export function fullTime(time: string): string {
  const date = new Date(time)
  if (Number.isNaN(date.getTime())) return t('time.unknown')
  return fullTimes({}).format(date)
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
  if (Number.isNaN(shown.getTime())) return t('time.unknown')
  if (served || /^\d{4}-\d{2}-\d{2}$/.test(date)) return dayInWords(dayOf(shown))
  // The date in the visitor's zone, as a calendar date.
  return dayInWords(dayOf(new Date(shown.getTime() + zoneOffset(shown) * MINUTE_MS)))
}

/** Minutes by which the visitor's zone is ahead of UTC at a time. */
export function zoneOffset(time = new Date()): number {
  return -time.getTimezoneOffset()
}

/** A calendar date that lies `days` ahead, with its year where that is not today's: `Dec 31`, `Jan 4, 2027`. */
export function dayAhead({ date, days }: { date: string; days: number }): string {
  return addDays(calendarDay(date), -days).slice(0, 4) === date.slice(0, 4) ? dayLabel(date) : shortDay(date)
}

/** The UTC day of a calendar date or a time, without its year: `Nov 12`. */
export function dayLabel(date: string): string {
  const shown = new Date(date)
  if (Number.isNaN(shown.getTime())) return t('time.unknown')
  if (pageLanguage() !== FIRST_LANGUAGE) return writeDate(shown, { month: 'short', day: 'numeric' })
  const [, day = '', month = ''] = shown.toUTCString().split(' ')
  return `${month} ${Number(day)}`
}

/** A countdown to the minute: `2 h 13 min left`. */
export function timeLeft(ms: number): string {
  if (ms < MINUTE_MS) return ms > 0 ? t('time.leftLess') : t('time.over')
  const parts = [ms / DAY_MS, (ms % DAY_MS) / HOUR_MS, (ms % HOUR_MS) / MINUTE_MS].map((part) =>
    String(Math.floor(part)),
  )
  const [days = '0', hours = '0', minutes = '0'] = parts
  if (days !== '0') return t('time.leftDays', { days, hours })
  return hours === '0' ? t('time.leftMinutes', { minutes }) : t('time.leftHours', { hours, minutes })
}
