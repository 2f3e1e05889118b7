import { writeDate } from './days.ts'
import { t } from './texts.ts'

/** Something counted by weekday, from Monday, and hour of the day: 7 rows of 24. Null where nobody knows. */
export type WeekHours = readonly (readonly (number | null)[])[]

/** A weekday, from Monday as 0, and an hour of it, from 0 to 23. */
type WeekHour = { weekday: number; hour: number }

const HOURS = 24
const WEEKDAYS = 7

/** A weekday: `Sunday`, in short `Sun`. */
export function weekdayName(weekday: number, style: 'long' | 'short' = 'long'): string {
  return writeDate(new Date(Date.UTC(2024, 0, 1 + weekday)), { weekday: style })
}

/** A weekday as it returns each week: `Sundays`. */
function weekdaysName(weekday: number): string {
  return t('time.weekdays', { weekday: String(weekday) })
}

const HOUR = 60

/** How many minutes past the hour the hours of UTC begin in a zone that is `offset` minutes ahead: 30 in India. */
function minutesPast(offset: number): number {
  return ((offset % HOUR) + HOUR) % HOUR
}

/** An hour of a day as it begins in such a zone: `19:00`, in India `19:30`. The end of a day is `24:00`. */
export function hourText(hour: number, offset: number): string {
  const past = minutesPast(offset)
  const begins = past === 0 ? hour : hour % HOURS
  return `${String(begins).padStart(2, '0')}:${String(past).padStart(2, '0')}`
}

/** A zone that is `offset` minutes ahead: `UTC+2`, `UTC−3:30`. */
export function zoneName(offset: number): string {
  const [hours, minutes] = [Math.trunc(Math.abs(offset) / 60), Math.abs(offset) % 60]
  if (offset === 0) return 'UTC'
  return `UTC${offset < 0 ? '−' : '+'}${hours}${minutes === 0 ? '' : `:${String(minutes).padStart(2, '0')}`}`
}

/**
 * An hour of UTC as an hour of a zone that is `offset` minutes ahead. In a zone with half hours it begins some minutes
 * past the hour, since counts by hour cannot be parted.
 */
export function shiftToZone<Hour extends WeekHour>(hour: Hour, offset: number): Hour {
  const week = HOURS * WEEKDAYS
  const place = (((hour.weekday * HOURS + hour.hour + Math.floor(offset / HOUR)) % week) + week) % week
  return { ...hour, weekday: Math.floor(place / HOURS), hour: place % HOURS }
}

/** Counts by the hours of UTC as counts by the hours of a zone that is `offset` minutes ahead. */
export function hoursInZone(hours: WeekHours, offset: number): (number | null)[][] {
  const moved = hours.map(() => Array<number | null>(HOURS).fill(0))
  for (const [weekday, counts] of hours.entries())
    for (const [hour, count] of counts.entries()) {
      const place = shiftToZone({ weekday, hour }, offset)
      const row = moved[place.weekday]
      if (row) row[place.hour] = count
    }
  return moved
}

/** Hours of one day that follow each other, `to` excluded. */
type Span = { weekday: number; from: number; to: number }

/** `Sundays from 19:00 to 21:00`, in a zone that is `offset` minutes ahead. */
export function spanText({ weekday, from, to }: Span, offset: number): string {
  return t('time.span', { weekdays: weekdaysName(weekday), from: hourText(from, offset), to: hourText(to, offset) })
}
