import type { ClubSeries, DailySeries } from '#server/metrics/daily-series.ts'
import { addDays, type CalendarDay, dayOf, daysBetween } from '#shared/days.ts'
import { recordOf } from '#shared/records.ts'

type Days = readonly (number | null)[]

/**
 * Days of one player or club as the store keeps them: element i of each array is the day `from + i`, and what is missing
 * at the end of an array, or as a whole, is null. A reset is a day and what it took then.
 */
type StoredDays<Name extends string> = {
  from: CalendarDay
  trophies: Days
  scans?: Days
  resets?: readonly (readonly [CalendarDay, number])[] | null
} & Partial<Record<Name, Days>>

/** `estimated` of the `changes` of a day are estimates; both are null on an unknown day. */
export type StoredPlayerDays = StoredDays<'changes' | 'estimated'>

/** Trophies that came and went with members; null where not known. */
export type StoredClubDays = StoredDays<'joined' | 'departed'>

/** Which days are asked for, and when the player or club was first observed, with how many trophies. */
export type Span = { from: CalendarDay; today: CalendarDay; firstSeenAt: Date | null; firstTrophies: number | null }

/**
 * The series of a player from `from` to `today`, both included (docs/formulas.md#days-and-windows). The stored days may
 * come in any order and may reach over both ends.
 */
export function playerSeriesOf(stored: readonly StoredPlayerDays[], span: Span): DailySeries {
  const { changes, estimated, ...series } = windowOf(stored, span, ['changes', 'estimated'])
  return {
    ...series,
    // A day with a scan is known. A day without one may be: a log covers it, or trophies were the same before and after.
    changes: changes.map((ofDay, index) => {
      if (ofDay === null) return series.closes[index] === null ? null : 0
      return ofDay - beyondADay(ofDay, estimated[index])
    }),
    estimated: estimated.map((ofDay, index) => (ofDay ?? 0) - beyondADay(changes[index], ofDay)),
  }
}

/** No log has ever told of more games in a day (docs/formulas.md#trophy-changes). */
const MOST_A_DAY = 160

/** How many of the estimated games of a day are more than anybody plays. Counted games stay, however many they are. */
function beyondADay(changes: number | null | undefined, estimated: number | null | undefined): number {
  return Math.max(0, Math.min(estimated ?? 0, (changes ?? 0) - MOST_A_DAY))
}

/** The same of a club. Its `changes` say on which days its close differs from the one before. */
export function clubSeriesOf(stored: readonly StoredClubDays[], span: Span): ClubSeries {
  const series = windowOf(stored, span, ['joined', 'departed'])
  const { closes, before } = series
  return { ...series, changes: differences(closes, before), estimated: closes.map(() => 0) }
}

/** 1 on a day whose close differs from the one before, 0 on other observed days. */
function differences(closes: Days, before: Before): (number | null)[] {
  let previous: number | null = before?.close ?? null
  return closes.map((close) => {
    if (close === null) return null
    const changed = previous !== null && previous !== close
    previous = close
    return changed ? 1 : 0
  })
}

type Before = DailySeries['before']

/** The days of the window, with the arrays of these names beside those that all series have. */
function windowOf<Name extends string>(
  stored: readonly StoredDays<Name>[],
  { from, today, firstSeenAt, firstTrophies }: Span,
  names: readonly Name[],
) {
  const length = daysBetween(from, today) + 1
  const closes = unknownDays(length)
  const scans = new Array<number>(length).fill(0)
  const others = recordOf(names, () => unknownDays(length))
  let before: Before = null
  const resets = new Array<number>(length).fill(0)
  for (const days of stored) {
    const start = daysBetween(from, days.from)
    place(closes, days.trophies, start)
    place(scans, days.scans, start)
    for (const name of names) place(others[name], days[name], start)
    for (const [day, taken] of days.resets ?? []) {
      const index = daysBetween(from, day)
      if (index < 0 || index >= length) continue
      resets[index] = taken
    }
    if (start < 0) before = pickLater(before, lastClose(days, -start))
  }
  const firstObserved = firstSeenAt === null ? null : dayOf(firstSeenAt)
  return { from, closes, scans, ...others, resets, before, firstObserved, firstTrophies }
}

function unknownDays(length: number): (number | null)[] {
  return new Array<number | null>(length).fill(null)
}

/** Puts stored days where they belong, the first of them at `start`, which may lie before the window. */
function place(window: (number | null)[], stored: Days | undefined, start: number): void {
  if (stored === undefined) return
  const end = Math.min(stored.length, window.length - start)
  for (let index = Math.max(0, -start); index < end; index++) {
    window[start + index] = stored[index] ?? window[start + index] ?? null
  }
}

/** The last close among the first `length` days. */
function lastClose({ from, trophies }: StoredDays<never>, length: number): Before {
  for (let index = Math.min(length, trophies.length) - 1; index >= 0; index--) {
    const close = trophies[index] ?? null
    if (close !== null) return { day: addDays(from, index), close }
  }
  return null
}

function pickLater(one: Before, other: Before): Before {
  if (one === null || other === null) return one ?? other
  return one.day < other.day ? other : one
}
