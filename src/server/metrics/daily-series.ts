import { addDays, type CalendarDay, daysBetween } from '#shared/days.ts'

/** Days of one player or club as stored: index i is day `from + i` (UTC), up to and including the last day of the window. */
export type DailySeries = {
  /** First day of the arrays. */
  from: CalendarDay
  /** Last trophies seen that day; null: nobody looked that day, the close before it is carried forward. */
  closes: readonly (number | null)[]
  /** Observed trophy changes of the day (not trophies won); null or 0 where nothing was seen. */
  changes: readonly (number | null)[]
  /** Trophies taken that day by a season reset or a withdrawn brawler, 0 or less; not activity. */
  resets: readonly number[]
  /** Scans that saw the player that day. */
  scans: readonly number[]
  /** Last close before `from`, if any. */
  before: { day: CalendarDay; close: number } | null
  /** Day of the first observation ever; null when there was none. */
  firstObserved: CalendarDay | null
  /** Trophies of that first observation; the close of its day stands in where it is not known. */
  firstTrophies?: number | null
}

/** A current member of a club with the player's whole history, also from before joining. */
export type MemberHistory = {
  tag: string
  name: string
  /** Trophies now. */
  trophies: number
  /** First day the scans saw the member in this club; for those of the first scan its day. */
  inClubSince: CalendarDay
  /** Day of the last trophy change ever seen, null for never; where it is left out, the series is searched. */
  lastChange?: CalendarDay | null
  series: DailySeries
}

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
  const closeBefore = closeAt(series, start - 1)
  const observed = observedDays(series, start, closeBefore)
  const firstTrophies = closeBefore === null && observed.length > 0 ? (series.firstTrophies ?? null) : null
  return { today: lastDay(series), days, observed, closeBefore, firstTrophies }
}

/** The date of the last index of the arrays: today. */
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

/** The last trophies seen up to the end of that day, which may lie before the arrays (negative); null: none yet. */
function closeAt({ from, closes, before }: DailySeries, index: number): number | null {
  for (let day = index; day >= 0; day--) {
    const close = closes[day] ?? null
    if (close !== null) return close
  }
  return before !== null && index >= daysBetween(from, before.day) ? before.close : null
}
