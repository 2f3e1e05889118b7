import { addDays, type CalendarDay, daysBetween } from '#shared/days.ts'

/** Days of one player or club: index i of the arrays is the UTC day `from + i`. The last one is today. */
export type DailySeries = {
  /** First day of the arrays. */
  from: CalendarDay
  /** The last number of trophies observed that day; null without an observation. */
  closes: readonly (number | null)[]
  /** How many times trophies changed that day (not by how much); null or 0 without an observation. */
  changes: readonly (number | null)[]
  /** Trophies that resets took that day, 0 or less (docs/formulas.md#season-resets). */
  resets: readonly number[]
  /** Observations of that day, those that found no change included. */
  scans: readonly number[]
  /** Last close before `from`, if any. */
  before: { day: CalendarDay; close: number } | null
  /** Day of the first observation ever; null when there was none. */
  firstObserved: CalendarDay | null
  /** Trophies of that first observation, where they are known. */
  firstTrophies?: number | null
}

/** A current member of a club with the player's own series, which also holds the time before they joined. */
export type MemberHistory = {
  tag: string
  name: string
  /** Trophies now. */
  trophies: number
  /** The first day on which a scan found the member in this club. */
  inClubSince: CalendarDay
  /** Day of the last trophy change ever observed, null for none; where it is left out, only the series tells. */
  lastChange?: CalendarDay | null
  series: DailySeries
}

/** One day of the window on or after the first observation. */
export type ObservedDay = {
  /** Trophies at the end of the day, carried forward over days without an observation. */
  close: number
  /** How many times trophies changed. */
  changes: number
  /** Trophies that a reset took, 0 or less. */
  reset: number
  /** Observations of that day. */
  scans: number
  /** Whether there was at least one observation that day. */
  seen: boolean
}

/** A window of D days as the formulas read it (docs/formulas.md#days-and-windows). */
export type WindowView = {
  /** The last date of the window. */
  today: CalendarDay
  /** D. */
  days: number
  /** The dates on or after the first observation: the last of the window, 0 to D of them. */
  observed: ObservedDay[]
  /** Close of the day before the window; null when the first observation came later. */
  closeBefore: number | null
  /** Trophies of the first observation ever, when it is known and lies in the window. */
  firstTrophies: number | null
}

/** The window of `days` dates that ends with the last day of the series (docs/formulas.md#days-and-windows). */
export function windowView(series: DailySeries, days: number): WindowView {
  const start = series.closes.length - days
  const closeBefore = closeAt(series, start - 1)
  const observed = observedDays(series, start, closeBefore)
  const firstTrophies = closeBefore === null && observed.length > 0 ? (series.firstTrophies ?? null) : null
  return { today: lastDay(series), days, observed, closeBefore, firstTrophies }
}

/** The date of the arrays' last index: today. */
export function lastDay({ from, closes }: DailySeries): CalendarDay {
  return addDays(from, closes.length - 1)
}

function observedDays(series: DailySeries, start: number, closeBefore: number | null): ObservedDay[] {
  if (series.firstObserved === null) return []
  const first = daysBetween(series.from, series.firstObserved)
  const observed: ObservedDay[] = []
  let close = closeBefore
  for (let index = start; index < series.closes.length; index++) {
    close = index < 0 ? closeAt(series, index) : (series.closes[index] ?? close ?? closeAt(series, index))
    if (close !== null && index >= first) observed.push(observedDay(series, index, close))
  }
  return observed
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

/** The close of the day with that index, which may be negative: before the arrays. Null before the first observation. */
function closeAt({ from, closes, before }: DailySeries, index: number): number | null {
  for (let day = index; day >= 0; day--) {
    const close = closes[day] ?? null
    if (close !== null) return close
  }
  return before !== null && index >= daysBetween(from, before.day) ? before.close : null
}
