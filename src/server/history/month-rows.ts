import { addDays, type CalendarDay, dayOf, daysBetween } from '#shared/calendar-day.ts'
import type { DailySeries } from '../metrics/daily-series.ts'

/** A stored month: element i of each array is day i + 1, and arrays end with the last day that was seen. */
export type MonthRow = {
  month: string
  trophies: (number | null)[]
  changes: (number | null)[]
  scans: (number | null)[]
}

export type ResetRow = { day: string; trophies: number }

/** Which days are asked for, and when the player or club was first observed, with how many trophies. */
export type Span = { from: CalendarDay; today: CalendarDay; firstSeenAt: Date | null; firstTrophies: number | null }

/** What the stored months say of a window: `from` up to and including `today`. Months in the order of time. */
export function seriesOf(months: MonthRow[], resets: ResetRow[], span: Span): DailySeries {
  const { from, today, firstSeenAt, firstTrophies } = span
  const length = daysBetween(from, today) + 1
  const days = {
    closes: new Array<number | null>(length).fill(null),
    changes: new Array<number | null>(length).fill(null),
    scans: new Array<number>(length).fill(0),
  }
  for (const row of months) placeMonth(days, row, daysBetween(from, row.month as CalendarDay))
  const firstObserved = firstSeenAt === null ? null : dayOf(firstSeenAt)
  const before = lastCloseBefore(months, from)
  return { from, ...days, resets: resetsOf(resets, from, length), before, firstObserved, firstTrophies }
}

type Days = { closes: (number | null)[]; changes: (number | null)[]; scans: number[] }

/** Puts the days of a month where they belong, the first of them at `start`, which may lie before the window. */
function placeMonth({ closes, changes, scans }: Days, row: MonthRow, start: number): void {
  const end = Math.min(Math.max(row.trophies.length, row.changes.length), closes.length - start)
  for (let index = Math.max(0, -start); index < end; index++) {
    const close = row.trophies[index] ?? null
    closes[start + index] = close
    // A battle log may tell of changes on a day when nobody looked.
    changes[start + index] = row.changes[index] ?? (close === null ? null : 0)
    scans[start + index] = row.scans[index] ?? 0
  }
}

function lastCloseBefore(months: MonthRow[], from: CalendarDay): DailySeries['before'] {
  for (const row of months.toReversed()) {
    const month = row.month as CalendarDay
    const earlier = row.trophies.slice(0, Math.max(0, daysBetween(month, from)))
    const index = earlier.findLastIndex((close) => close !== null)
    if (index >= 0) return { day: addDays(month, index), close: earlier[index] as number }
  }
  return null
}

function resetsOf(rows: ResetRow[], from: CalendarDay, length: number): number[] {
  const resets = new Array<number>(length).fill(0)
  for (const { day, trophies } of rows) {
    const place = daysBetween(from, day as CalendarDay)
    if (place >= 0 && place < length) resets[place] = trophies
  }
  return resets
}
