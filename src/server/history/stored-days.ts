import type { DailySeries } from '#server/metrics/daily-series.ts'
import { addDays, type CalendarDay, dayOf, daysBetween } from '#shared/days.ts'

type Days = readonly (number | null)[]

/**
 * Days of one player or club as the store keeps them: element i of each array is the day `from + i`, and arrays end with
 * the last day that was seen. Or one reset: then `reset` says what it took on the day `from`, and the arrays are empty.
 */
export type StoredDays = {
  from: CalendarDay
  trophies: Days
  changes: Days
  scans: Days
  reset: number | null
}

/** Which days are asked for, and when the player or club was first observed, with how many trophies. */
export type Span = { from: CalendarDay; today: CalendarDay; firstSeenAt: Date | null; firstTrophies: number | null }

/**
 * The series from `from` to `today`, both included (docs/formulas.md#days-and-windows). The stored days may come in any
 * order and may reach over both ends.
 */
export function seriesOf(stored: readonly StoredDays[], span: Span): DailySeries {
  const { from, today, firstSeenAt, firstTrophies } = span
  const window = emptyWindow(daysBetween(from, today) + 1)
  let before: Before = null
  let resets: number[] | null = null
  for (const days of stored) {
    const start = daysBetween(from, days.from)
    if (days.reset !== null) {
      resets ??= new Array<number>(window.closes.length).fill(0)
      if (start >= 0 && start < resets.length) resets[start] = days.reset
      continue
    }
    placeDays(window, days, start)
    if (start < 0) before = later(before, lastClose(days, -start))
  }
  const firstObserved = firstSeenAt === null ? null : dayOf(firstSeenAt)
  return { from, ...window, resets: resets ?? noResets(window.closes.length), before, firstObserved, firstTrophies }
}

type WindowDays = { closes: (number | null)[]; changes: (number | null)[]; scans: number[] }
type Before = DailySeries['before']

function emptyWindow(length: number): WindowDays {
  const window: WindowDays = { closes: [], changes: [], scans: [] }
  for (let index = 0; index < length; index++) {
    window.closes.push(null)
    window.changes.push(null)
    window.scans.push(0)
  }
  return window
}

/** Puts the stored days where they belong, the first of them at `start`, which may lie before the window. */
function placeDays({ closes, changes, scans }: WindowDays, stored: StoredDays, start: number): void {
  const end = Math.min(Math.max(stored.trophies.length, stored.changes.length), closes.length - start)
  for (let index = Math.max(0, -start); index < end; index++) {
    const close = stored.trophies[index] ?? null
    closes[start + index] = close
    // A battle log may tell of changes on a day when nobody looked.
    changes[start + index] = stored.changes[index] ?? (close === null ? null : 0)
    scans[start + index] = stored.scans[index] ?? 0
  }
}

/** The last close among the first `length` days. */
function lastClose({ from, trophies }: StoredDays, length: number): Before {
  for (let index = Math.min(length, trophies.length) - 1; index >= 0; index--) {
    const close = trophies[index] ?? null
    if (close !== null) return { day: addDays(from, index), close }
  }
  return null
}

function later(one: Before, other: Before): Before {
  if (one === null || other === null) return one ?? other
  return one.day < other.day ? other : one
}

const withoutResets = new Map<number, readonly number[]>()
const KEPT_LENGTHS = 100

/** Most windows are without any reset: those of the same length share one frozen array. */
function noResets(length: number): readonly number[] {
  const known = withoutResets.get(length)
  if (known !== undefined) return known
  const made = Object.freeze(new Array<number>(length).fill(0))
  if (withoutResets.size < KEPT_LENGTHS) withoutResets.set(length, made)
  return made
}
