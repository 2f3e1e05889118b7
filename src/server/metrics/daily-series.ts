import type { CalendarDay } from '#shared/calendar-day.ts'

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
