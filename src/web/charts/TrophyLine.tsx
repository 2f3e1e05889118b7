import type { Timeframe } from '#shared/days.ts'
import { lazySection } from '#web/ui/LazyPart.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import type { TrendPoint } from './trend-geometry.ts'

export type Progression = {
  /** Missing in answers that were kept for times without a network before it was told. */
  before?: { date: string; trophies: number; observed: boolean } | null
  progression_data: readonly {
    date: string
    trophies: number | null
    trophy_change: number | null
    reset: number
    observed: boolean
  }[]
  summary: { total_gain: number | null; span_days?: number }
}

/** A trophy progression as charts take it: first the day before, from which all gains count. */
export function trendPoints({ before, ...progression }: Progression): TrendPoint[] {
  const days = daysOf(progression)
  if (!before) return days
  const { date, trophies: value, observed } = before
  return [{ date, value, observed, change: null, reset: 0, gained: 0, begins: true }, ...days]
}

/** The days of the timeframe. The gain of each is counted back from the total on the last one. */
export function daysOf({ progression_data, summary }: Progression): TrendPoint[] {
  let gained = summary.total_gain ?? 0
  return progression_data
    .map((_, index) => index)
    .toReversed()
    .flatMap((index) => {
      const day = progression_data[index]
      if (!day) return []
      const { date, trophies: value, trophy_change: change, reset, observed } = day
      const seen = progression_data.slice(0, index).findLast((before) => before.observed)
      const isAfterGap = observed && seen !== undefined && seen !== progression_data[index - 1]
      const point = { date, value, observed, change: observed ? change : null, reset, gained }
      gained -= (change ?? 0) - reset
      return [isAfterGap ? { ...point, since: seen.date } : point]
    })
    .reverse()
}

type Fan = readonly { date: string; low: number; middle: number; high: number }[]

/** What is known has three quarters of the width: one day ahead for so many of the timeframe. */
const PAST_PER_DAY_AHEAD = 3

/** The points of a line with those of the days ahead, where there is a forecast. */
export function withFan(points: readonly TrendPoint[], fan: Fan, days: Timeframe): readonly TrendPoint[] {
  const last = points.at(-1)
  if (!last || last.value === null) return points
  const ahead = fan.filter(({ date }) => date > last.date).slice(0, Math.floor(days / PAST_PER_DAY_AHEAD))
  const unknown = { observed: false, change: null, reset: 0, gained: last.gained }
  return [
    ...points,
    ...ahead.map(({ date, middle, low, high }) => ({ ...unknown, date, value: middle, ahead: { low, high } })),
  ]
}

/** Two lines over the days of both, since each ends when somebody looked last; unknown where a line has no day. */
export function overSameDays(one: readonly TrendPoint[], other: readonly TrendPoint[]): [TrendPoint[], TrendPoint[]] {
  const dates = [...new Set([...one, ...other].map(({ date }) => date))].sort()
  const unknown = { value: null, observed: false, change: null, reset: 0, gained: 0 }
  const onAll = (points: readonly TrendPoint[]) => {
    const byDate = new Map(points.map((point) => [point.date, point]))
    return dates.map((date) => byDate.get(date) ?? { ...unknown, date })
  }
  return [onAll(one), onAll(other)]
}

/** The gain up to each day in place of the trophies. Lines of different heights can then be compared. */
export function sinceStart(points: readonly TrendPoint[]): TrendPoint[] {
  return points.map((point) => ({ ...point, value: point.value === null ? null : point.gained }))
}

/** A trend chart of trophies. A skeleton keeps its place while its code is loading. */
export const TrophyLine = lazySection(() => import('./TrendChart.tsx').then((file) => file.TrendChart), {
  pending: <Skeleton className="h-90 rounded-md" />,
})
