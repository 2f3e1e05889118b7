import { addDays, type CalendarDay, daysBetween } from '#shared/calendar-day.ts'
import type { DailySeries } from './daily-series.ts'

/** One day of the window on or after the first observation. */
export type ObservedDay = {
  /** Trophies at the end of the day, carried forward where nobody looked. */
  close: number
  /** Observed trophy changes, 0 where none was seen. */
  changes: number
  /** Trophies a reset took that day, 0 or less. */
  reset: number
  scans: number
  /** Whether anybody looked that day. */
  seen: boolean
}

/** The D dates that end with the last day of the series, as the formulas read them. */
export type WindowView = {
  /** Last date of the window. */
  today: CalendarDay
  /** D. */
  days: number
  /** The dates on or after the first observation: the last 0 to D of the window, ending with today. */
  observed: ObservedDay[]
  /** Close of the day before the window; null when the first observation came later. */
  closeBefore: number | null
  /** Trophies of the first observation ever, when it is known and lies in the window. */
  firstTrophies: number | null
}

/** The window of `days` dates that ends with the last day of the series (spec: analytics, Observations and days). */
export function windowView(series: DailySeries, days: number): WindowView {
  const start = series.closes.length - days
  const [closeBefore = null, ...closes] = carriedCloses(series, start - 1)
  const firstIndex = series.firstObserved === null ? null : daysBetween(series.from, series.firstObserved)
  const observed = closes.flatMap((close, index): ObservedDay[] => {
    const unobserved = close === null || firstIndex === null || start + index < firstIndex
    return unobserved ? [] : [observedDay(series, start + index, close)]
  })
  return {
    today: lastDay(series),
    days,
    observed,
    closeBefore,
    firstTrophies: closeBefore === null && observed.length > 0 ? (series.firstTrophies ?? null) : null,
  }
}

/** The date of the last index of the arrays: today. */
export function lastDay({ from, closes }: DailySeries): CalendarDay {
  return addDays(from, closes.length - 1)
}

function observedDay(series: DailySeries, index: number, close: number): ObservedDay {
  const scans = series.scans[index] ?? 0
  return {
    close,
    changes: series.changes[index] ?? 0,
    reset: series.resets[index] ?? 0,
    scans,
    seen: scans > 0 || (series.closes[index] ?? null) !== null,
  }
}

/** Closes from an index on, which may lie before the arrays (negative), each carried forward over gaps. */
function carriedCloses({ from, closes, before }: DailySeries, start: number): (number | null)[] {
  const beforeIndex = before === null ? Number.POSITIVE_INFINITY : daysBetween(from, before.day)
  const carried: (number | null)[] = []
  let last: number | null = null
  for (let index = Math.min(start, 0); index < closes.length; index++) {
    if (before !== null && last === null && index >= beforeIndex) last = before.close
    last = closes[index] ?? last
    if (index >= start) carried.push(last)
  }
  return carried
}
