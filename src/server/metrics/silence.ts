import { addDays, type CalendarDay, daysBetween } from '#shared/calendar-day.ts'
import type { MemberHistory } from './member-history.ts'
import { lastDay } from './window-view.ts'

/** Days since the last trophy change; `atLeast` when no change was ever seen, so that it may be longer. */
export type Silence = { days: number; atLeast: boolean }

/** How long a member has been silent on the last day of the series; null when never observed. */
export function silence({ series, lastChange }: MemberHistory): Silence | null {
  if (series.firstObserved === null) return null
  const today = lastDay(series)
  const inSeries = series.changes.findLastIndex((changes) => (changes ?? 0) >= 1)
  const last: CalendarDay | null = inSeries >= 0 ? addDays(series.from, inSeries) : (lastChange ?? null)
  if (last !== null) return { days: daysBetween(last, today), atLeast: false }
  const unknownBefore = lastChange === undefined && series.firstObserved < series.from
  const known = unknownBefore ? addDays(series.from, -1) : series.firstObserved
  return { days: daysBetween(known, today), atLeast: true }
}
