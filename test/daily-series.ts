import fc from 'fast-check'
import type { ClubSeries, DailySeries, MemberHistory } from '#server/metrics/daily-series.ts'
import { addDays, type CalendarDay, calendarDay, DAY_MS, dayWindow } from '#shared/days.ts'

/** The last day of every series here. */
export const TODAY = calendarDay('2026-03-31')

/** An hour after the noon of that day. What happens on a day here happens at noon. */
export const NOW = new Date(`${TODAY}T13:00:00Z`)

function noonOf(day: CalendarDay): Date {
  return new Date(`${day}T12:00:00Z`)
}

/**
 * A series of these closes. Unless given, a day whose close differs from the one before has one trophy change, and a day
 * without a close is unknown.
 */
export function seriesOf(closes: (number | null)[], given: Partial<DailySeries> = {}): DailySeries {
  const from = addDays(TODAY, 1 - closes.length)
  const resets = given.resets ?? closes.map(() => 0)
  const first = closes.findIndex((close) => close !== null)
  const before = given.before ?? null
  let last = before?.close ?? null
  const changes = closes.map((close, index) => {
    const changed = close !== null && last !== null && close !== last + (resets[index] ?? 0)
    last = close ?? last
    return close === null ? null : Number(changed)
  })
  const estimated = closes.map(() => 0)
  const scans = closes.map((close) => (close === null ? 0 : 1))
  const firstObserved = before?.day ?? (first < 0 ? null : addDays(from, first))
  return { from, closes, changes, estimated, resets, scans, before, firstObserved, ...given }
}

/** A series by a sign a day: `#` has a trophy change of 10 trophies, `.` has none, and `?` is unknown. */
export function rhythm(pattern: string, given: Partial<DailySeries> = {}): DailySeries {
  let trophies = 1000
  const closes = [...pattern].map((sign) => (trophies += sign === '#' ? 10 : 0))
  const known = [...pattern].map((sign) => sign !== '?')
  return seriesOf(
    closes.map((close, index) => (known[index] ? close : null)),
    { changes: [...pattern].map((sign, index) => (known[index] ? Number(sign === '#') : null)), ...given },
  )
}

/** A club's series of these closes, on whose days nobody joined or left unless given. */
export function clubSeriesOf(closes: (number | null)[], given: Partial<ClubSeries> = {}): ClubSeries {
  const nobody = closes.map((close) => (close === null ? null : 0))
  return { joined: nobody, departed: nobody, ...seriesOf(closes, given), ...given }
}

/** A member who has been in the club for a hundred days, and whose changes the series tells, unless given. */
export function memberOf(tag: string, series: DailySeries, given: Partial<MemberHistory> = {}): MemberHistory {
  const trophies = series.closes.findLast((close) => close !== null) ?? series.before?.close ?? 0
  const last = series.changes.findLastIndex((changes) => (changes ?? 0) >= 1)
  const lastChangeAt = last < 0 ? null : noonOf(addDays(series.from, last))
  const inClubSince = new Date(NOW.getTime() - 100 * DAY_MS)
  return { tag, name: tag.slice(1), trophies, inClubSince, lastChangeAt, lastBattleAt: null, series, ...given }
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
      if (!seen) return { close: null, changes: null, reset: 0 }
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
  .array(fc.tuple(anySeries, fc.integer({ min: 0, max: 30 }), fc.option(fc.integer({ min: 0, max: 30 }))), {
    maxLength: 12,
  })
  .map((members) =>
    members.map(([series, since, battle], index) =>
      memberOf(`#P${index}`, series, {
        inClubSince: noonOf(addDays(TODAY, -since)),
        lastBattleAt: battle === null ? null : noonOf(addDays(TODAY, -battle)),
      }),
    ),
  )

/** Any club's series whose rises are made of play, joiners and leavers, and resets. */
export const anyClubSeries: fc.Arbitrary<ClubSeries> = fc
  .tuple(anySeries, fc.array(fc.tuple(fc.nat(60_000), fc.nat(60_000)), { minLength: 60, maxLength: 60 }))
  .map(([series, moves]) => {
    const moved = (which: 0 | 1, sign: 1 | -1) =>
      series.closes.map((close, index) => (close === null ? null : sign * (moves[index]?.[which] ?? 0) || 0))
    return { ...series, joined: moved(0, 1), departed: moved(1, -1) }
  })

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
    estimated: series.estimated.slice(cut),
    resets: series.resets.slice(cut),
    scans: series.scans.slice(cut),
    before: day === undefined || typeof close !== 'number' ? series.before : { day, close },
  }
}
