import type { CalendarDay } from '#shared/calendar-day.ts'
import type { DailySeries } from './daily-series.ts'

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
