import fc from 'fast-check'
import type { DailySeries, MemberHistory } from '#server/metrics/daily-series.ts'
import { addDays, calendarDay, dayWindow } from '#shared/days.ts'

/** The last day of every series here. */
export const TODAY = calendarDay('2026-03-31')

/** A series of these closes. Unless given, a day whose close differs from the one before has one trophy change. */
export function seriesOf(closes: (number | null)[], given: Partial<DailySeries> = {}): DailySeries {
  const from = addDays(TODAY, 1 - closes.length)
  const resets = given.resets ?? closes.map(() => 0)
  const first = closes.findIndex((close) => close !== null)
  const before = given.before ?? null
  let last = before?.close ?? null
  const changes = closes.map((close, index) => {
    const changed = close !== null && last !== null && close !== last + (resets[index] ?? 0)
    last = close ?? last
    return changed ? 1 : 0
  })
  const scans = closes.map((close) => (close === null ? 0 : 1))
  const firstObserved = before?.day ?? (first < 0 ? null : addDays(from, first))
  return { from, closes, changes, resets, scans, before, firstObserved, ...given }
}

/** A series by a sign a day: `#` has a trophy change of 10 trophies, `.` has none. */
export function rhythm(pattern: string, given: Partial<DailySeries> = {}): DailySeries {
  let trophies = 1000
  const closes = [...pattern].map((sign) => (trophies += sign === '#' ? 10 : 0))
  return seriesOf(closes, { changes: [...pattern].map((sign) => (sign === '#' ? 1 : 0)), ...given })
}

/** A member who has been in the club for a hundred days, unless given. */
export function memberOf(tag: string, series: DailySeries, given: Partial<MemberHistory> = {}): MemberHistory {
  const trophies = series.closes.findLast((close) => close !== null) ?? series.before?.close ?? 0
  return { tag, name: tag.slice(1), trophies, inClubSince: addDays(TODAY, -100), series, ...given }
}

const anyDay = fc.record({
  seen: fc.boolean(),
  won: fc.integer({ min: -400, max: 900 }),
  changes: fc.integer({ min: 0, max: 12 }),
  reset: fc.oneof({ weight: 5, arbitrary: fc.constant(0) }, fc.integer({ min: -600, max: -1 })),
})

/** Any series of up to 60 days: with days without observation, resets, and inactive days. */
export const anySeries: fc.Arbitrary<DailySeries> = fc
  .tuple(fc.array(anyDay, { minLength: 1, maxLength: 60 }), fc.integer({ min: 0, max: 90_000 }))
  .map(([days, start]) => {
    let trophies = start
    let known = false
    const rows = days.map(({ seen, won, changes, reset }) => {
      if (!seen) return { close: null, changes: 0, reset: 0 }
      const taken = known ? reset : 0
      known = true
      trophies += taken + (changes > 0 ? won : 0)
      return { close: trophies, changes, reset: taken }
    })
    return seriesOf(
      rows.map(({ close }) => close),
      { changes: rows.map((row) => row.changes), resets: rows.map((row) => row.reset) },
    )
  })

/** Any club of up to 12 members with such series. */
export const anyClub: fc.Arbitrary<MemberHistory[]> = fc
  .array(fc.tuple(anySeries, fc.integer({ min: 0, max: 30 })), { maxLength: 12 })
  .map((members) =>
    members.map(([series, since], index) => memberOf(`#P${index}`, series, { inClubSince: addDays(TODAY, -since) })),
  )

/** The same series as if only its last `kept` days were read: the rest is told by `before`. */
export function cutTo(series: DailySeries, kept: number): DailySeries {
  const cut = Math.max(0, series.closes.length - kept)
  const dates = dayWindow(TODAY, series.closes.length)
  const last = series.closes.slice(0, cut).findLastIndex((close) => close !== null)
  const [day, close] = [dates[last], series.closes[last]]
  return {
    ...series,
    from: addDays(series.from, cut),
    closes: series.closes.slice(cut),
    changes: series.changes.slice(cut),
    resets: series.resets.slice(cut),
    scans: series.scans.slice(cut),
    before: day === undefined || typeof close !== 'number' ? series.before : { day, close },
  }
}
