import { addDays, type CalendarDay, daysBetween } from '#shared/calendar-day.ts'
import type { DailySeries } from '../metrics/daily-series.ts'

/** A stored month: element i of each array is day i + 1, and arrays end with the last day that was seen. */
export type MonthRow = {
  month: string
  trophies: (number | null)[]
  changes: (number | null)[]
  scans: (number | null)[]
}

export type ResetRow = { day: string; trophies: number }

/** What the stored months say of a window: `from` up to and including `today`. Months in the order of time. */
export function seriesOf(
  months: MonthRow[],
  resets: ResetRow[],
  { from, today, firstSeenAt }: { from: CalendarDay; today: CalendarDay; firstSeenAt: Date | null },
): DailySeries {
  const length = daysBetween(from, today) + 1
  const closes = new Array<number | null>(length).fill(null)
  const changes = new Array<number | null>(length).fill(null)
  const scans = new Array<number>(length).fill(0)
  let before: DailySeries['before'] = null
  for (const row of months) {
    row.trophies.forEach((close, index) => {
      const day = addDays(row.month as CalendarDay, index)
      const place = daysBetween(from, day)
      if (close === null || place >= length) return
      if (place < 0) {
        before = { day, close }
        return
      }
      closes[place] = close
      changes[place] = row.changes[index] ?? 0
      scans[place] = row.scans[index] ?? 0
    })
  }
  const firstObserved = firstSeenAt === null ? null : (firstSeenAt.toISOString().slice(0, 10) as CalendarDay)
  return { from, closes, changes, resets: resetsOf(resets, from, length), scans, before, firstObserved }
}

function resetsOf(rows: ResetRow[], from: CalendarDay, length: number): number[] {
  const resets = new Array<number>(length).fill(0)
  for (const { day, trophies } of rows) {
    const place = daysBetween(from, day as CalendarDay)
    if (place >= 0 && place < length) resets[place] = trophies
  }
  return resets
}
