/** A day of a trophy line. */
export type TrendPoint = {
  /** UTC calendar date, `YYYY-MM-DD`. */
  date: string
  /** Trophies at the end of the day; null before the first observation. */
  value: number | null
  /** False when nobody observed that day: the value then is that of an earlier day. */
  observed: boolean
  /** Change against the day before, in trophies; null when one of the two is not known. */
  change: number | null
  /** The part of the change that a season reset took. It is no activity. */
  reset: number
  /** The gain of the timeframe up to this day, without season resets; on the last day the whole gain. */
  gained: number
  /** What else happened that day: `joined: Ada`. */
  note?: string | undefined
}

type Progression = {
  progression_data: readonly {
    date: string
    trophies: number | null
    trophy_change: number | null
    reset: number
    observed: boolean
  }[]
  summary: { total_gain: number | null }
}

/** A trophy progression as charts take it. The gain of each day is counted back from the total on the last day. */
export function trendPoints({ progression_data, summary }: Progression): TrendPoint[] {
  let gained = summary.total_gain ?? 0
  return progression_data
    .toReversed()
    .map(({ date, trophies: value, trophy_change: change, reset, observed }) => {
      const point = { date, value, observed, change, reset, gained }
      gained -= (change ?? 0) - reset
      return point
    })
    .reverse()
}

/** The gain up to each day in place of the trophies. Lines of different heights can then be compared. */
export function sinceStart(points: readonly TrendPoint[]): TrendPoint[] {
  return points.map((point) => ({ ...point, value: point.value === null ? null : point.gained }))
}

export type Range = readonly [from: number, to: number]

/** Maps a number of one range to another in proportion; to its middle when the first range has no width. */
export function linearScale([from, to]: Range, [start, end]: Range): (value: number) => number {
  const width = to - from
  return (value) => (width === 0 ? (start + end) / 2 : start + ((value - from) / width) * (end - start))
}
