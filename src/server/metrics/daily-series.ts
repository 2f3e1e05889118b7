import { addDays, type CalendarDay, daysBetween } from '#shared/days.ts'

/** Days of one player or club: index i of the arrays is the UTC day `from + i`. The last one is today. */
export type DailySeries = {
  /** First day of the arrays. */
  from: CalendarDay
  /** The last number of trophies observed that day; null without an observation. */
  closes: readonly (number | null)[]
  /** The number of trophy changes of that day (docs/formulas.md#trophy-changes); null when the day is unknown. */
  changes: readonly (number | null)[]
  /** How many of the day's changes are estimates, since no battle log covers them; 0 where all were counted. */
  estimated: readonly number[]
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

/**
 * Days of one club. Its `changes` are 1 on a day whose close differs from the one before; a day is known when it was
 * scanned. The rise of a day is what was played, joined and departed, and its reset (docs/formulas.md#club-growth).
 */
export type ClubSeries = DailySeries & {
  /** Trophies that joiners brought that day, 0 or more; null where not known. */
  joined: readonly (number | null)[]
  /** Trophies that leavers took along that day, 0 or less; null where not known. */
  departed: readonly (number | null)[]
}

/** A current member of a club with the player's own series, which also holds the time before they joined. */
export type MemberHistory = {
  tag: string
  name: string
  /** Trophies now. */
  trophies: number
  /** The first scan that found the member in this club. */
  inClubSince: Date
  /** The last trophy change ever observed; null for none. */
  lastChangeAt: Date | null
  /** The last battle in a battle log, which need not have moved trophies; null for none. */
  lastBattleAt: Date | null
  series: DailySeries
}

/** One date of the window on or after the first observation. */
export type WindowDay = {
  /** Trophies at the end of the day, carried forward over days without an observation. */
  close: number
  /** Trophy changes; 0 on an unknown day. */
  changes: number
  /** Trophies that a reset took, 0 or less. */
  reset: number
  /** Observations of that day. */
  scans: number
  /** Whether there was an observation that day. A scan that was held back is none: it has no close. */
  seen: boolean
  /** Whether it is known how often trophies changed that day; unknown is not silent. */
  known: boolean
}

/** A window of D days as the formulas read it (docs/formulas.md#days-and-windows). */
export type WindowView = {
  /** The last date of the window. */
  today: CalendarDay
  /** D. */
  days: number
  /** The dates on or after the first observation: the last of the window, 0 to D of them. */
  dates: WindowDay[]
  /** `observed_days`: how many of these dates are known. */
  observedDays: number
  /** Close of the day before the window; null when the first observation came later. */
  closeBefore: number | null
  /** Trophies of the first observation ever, when it is known and lies in the window. */
  firstTrophies: number | null
}

/** The window of `days` dates that ends with the last day of the series (docs/formulas.md#days-and-windows). */
export function windowView(series: DailySeries, days: number): WindowView {
  const start = series.closes.length - days
  const closeBefore = closeAt(series, start - 1)
  const dates = datesOf(series, start, closeBefore)
  const firstTrophies = closeBefore === null && dates.length > 0 ? (series.firstTrophies ?? null) : null
  const observedDays = dates.reduce((sum, { known }) => sum + Number(known), 0)
  return { today: lastDay(series), days, dates, observedDays, closeBefore, firstTrophies }
}

/**
 * The days over which a gain of the window was made: all of them, or those since the first observation where that came
 * later; at least 1 (docs/formulas.md#gain).
 */
export function spanDays({ days, dates, closeBefore }: WindowView): number {
  return closeBefore === null ? Math.max(1, dates.length - 1) : days
}

/** Trophies that one game wins or loses in the middle of what was measured (docs/formulas.md#trophy-changes). */
const TROPHIES_A_GAME = 6

/** The number of games that a change of trophies stands for where no battle log tells it: 0 or more, whole. */
export function estimatedGames(change: number): number {
  return Math.ceil(Math.abs(change) / TROPHIES_A_GAME)
}

/**
 * The last day before the one with that index of which games are known, where the day's games are undated: they were played
 * at some time since then (docs/formulas.md#trophy-changes). Else null.
 */
export function undatedSince(series: DailySeries, index: number): CalendarDay | null {
  if (!isUndated(series, index)) return null
  const last = series.changes.slice(0, index).findLastIndex((ofDay) => ofDay !== null)
  return last >= 0 ? addDays(series.from, last) : (series.before?.day ?? null)
}

/** A day with one look alone shows that its change was counted as one game. Else the day before tells. */
function isUndated(series: DailySeries, index: number): boolean {
  const { from, closes, changes, estimated, resets, scans, before } = series
  const games = estimated[index] ?? 0
  if (games === 0) return false
  const close = closes[index] ?? 0
  const change = close - (closeAt(series, index - 1) ?? close) - (resets[index] ?? 0)
  const moved = estimatedGames(change)
  if (scans[index] === 1 && moved > 1) return games === 1 && (changes[index] ?? 0) < moved
  return index > 0 ? (changes[index - 1] ?? null) === null : before?.day !== addDays(from, -1)
}

/** The date of the arrays' last index: today. */
function lastDay({ from, closes }: DailySeries): CalendarDay {
  return addDays(from, closes.length - 1)
}

function datesOf(series: DailySeries, start: number, closeBefore: number | null): WindowDay[] {
  if (series.firstObserved === null) return []
  const first = daysBetween(series.from, series.firstObserved)
  const dates: WindowDay[] = []
  let close = closeBefore
  for (let index = start; index < series.closes.length; index++) {
    close = index < 0 ? closeAt(series, index) : (series.closes[index] ?? close ?? closeAt(series, index))
    if (close !== null && index >= first) dates.push(windowDay(series, index, close))
  }
  return dates
}

function windowDay(series: DailySeries, index: number, close: number): WindowDay {
  const changes = series.changes[index] ?? null
  return {
    close,
    changes: changes ?? 0,
    reset: series.resets[index] ?? 0,
    scans: series.scans[index] ?? 0,
    seen: (series.closes[index] ?? null) !== null,
    known: changes !== null,
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
