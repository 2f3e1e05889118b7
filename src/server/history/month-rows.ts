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

/** What the stored months say of a window: `from` up to and including `today`. Months may come in any order. */
export function seriesOf(months: MonthRow[], resets: ResetRow[], span: Span): DailySeries {
  const { from, today, firstSeenAt, firstTrophies } = span
  const length = daysBetween(from, today) + 1
  const days: Days = { closes: [], changes: [], scans: [] }
  for (let index = 0; index < length; index++) {
    days.closes.push(null)
    days.changes.push(null)
    days.scans.push(0)
  }
  let before: Before = null
  for (const row of months) {
    const start = daysBetween(from, row.month as CalendarDay)
    placeMonth(days, row, start)
    if (start < 0) before = later(before, lastClose(row, -start))
  }
  const firstObserved = firstSeenAt === null ? null : dayOf(firstSeenAt)
  return { from, ...days, resets: resetsOf(resets, from, length), before, firstObserved, firstTrophies }
}

type Days = { closes: (number | null)[]; changes: (number | null)[]; scans: number[] }
type Before = DailySeries['before']

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

/** The last close among the first `days` of a month. */
function lastClose({ month, trophies }: MonthRow, days: number): Before {
  for (let index = Math.min(days, trophies.length) - 1; index >= 0; index--) {
    const close = trophies[index] ?? null
    if (close !== null) return { day: addDays(month as CalendarDay, index), close }
  }
  return null
}

function later(one: Before, other: Before): Before {
  if (one === null || other === null) return one ?? other
  return one.day < other.day ? other : one
}

function resetsOf(rows: ResetRow[], from: CalendarDay, length: number): readonly number[] {
  if (rows.length === 0) return noResets(length)
  const resets = new Array<number>(length).fill(0)
  for (const { day, trophies } of rows) {
    const place = daysBetween(from, day as CalendarDay)
    if (place >= 0 && place < length) resets[place] = trophies
  }
  return resets
}

const empty = new Map<number, readonly number[]>()
const EMPTY_MAX = 100

/** Most windows are without any: they share one list. */
function noResets(length: number): readonly number[] {
  const known = empty.get(length)
  if (known !== undefined) return known
  const made = Object.freeze(new Array<number>(length).fill(0))
  if (empty.size < EMPTY_MAX) empty.set(length, made)
  return made
}
