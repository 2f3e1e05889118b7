/** Something counted by weekday, from Monday, and hour of the day: 7 rows of 24. */
export type WeekHours = readonly (readonly number[])[]

/** A weekday, from Monday as 0, and an hour of it, from 0 to 23. */
type WeekHour = { weekday: number; hour: number }

const HOURS = 24
const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

export function weekdayName(weekday: number): string {
  return WEEKDAYS[weekday] ?? 'Monday'
}

/**
 * An hour of UTC as an hour of a zone that is `offset` minutes ahead. Zones with half hours are rounded up to a whole one,
 * as counts by hour cannot be parted.
 */
export function inZone<Hour extends WeekHour>(hour: Hour, offset: number): Hour {
  const week = HOURS * WEEKDAYS.length
  const place = (((hour.weekday * HOURS + hour.hour + Math.round(offset / 60)) % week) + week) % week
  return { ...hour, weekday: Math.floor(place / HOURS), hour: place % HOURS }
}

/** Counts by the hours of UTC as counts by the hours of a zone that is `offset` minutes ahead. */
export function hoursInZone(hours: WeekHours, offset: number): number[][] {
  const moved = hours.map(() => Array<number>(HOURS).fill(0))
  for (const [weekday, counts] of hours.entries())
    for (const [hour, count] of counts.entries()) {
      const place = inZone({ weekday, hour }, offset)
      const row = moved[place.weekday]
      if (row) row[place.hour] = count
    }
  return moved
}

/** Hours of one day that follow each other, `to` excluded. */
type Span = { weekday: number; from: number; to: number }

/** The first of these hours with those among them that lie next to it on the same day; null without any. */
export function firstSpan(hours: readonly WeekHour[]): Span | null {
  const [first] = hours
  if (!first) return null
  const same = new Set(hours.filter(({ weekday }) => weekday === first.weekday).map(({ hour }) => hour))
  let [from, to] = [first.hour, first.hour + 1]
  while (same.has(from - 1)) from -= 1
  while (same.has(to)) to += 1
  return { weekday: first.weekday, from, to }
}

/** `Sundays 19 to 21`. Midnight at the end of a day is 24. */
export function spanText({ weekday, from, to }: Span): string {
  return `${weekdayName(weekday)}s ${from} to ${to}`
}
