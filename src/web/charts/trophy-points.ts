/** A day of a trophy line. `value` is null before the first observation; not `observed` means carried forward. */
export type TrendPoint = {
  /** UTC calendar date, `YYYY-MM-DD`. */
  date: string
  value: number | null
  observed: boolean
  /** Change against the day before, in trophies; null where one of them is not known. */
  change: number | null
  /** The part of the change that a season reset took; not activity. */
  reset: number
  /** The gain of the timeframe up to this day, resets left out; on the last day the whole. */
  gained: number
  /** What else happened that day: `joined: Ada`. */
  note?: string | undefined
}

/** A day that somebody looked at. */
export type ObservedPoint = TrendPoint & { value: number }

function isObserved(point: TrendPoint): point is ObservedPoint {
  return point.observed && point.value !== null
}

/** Every stretch of successive observed days. Between two of them nobody looked, and no line is drawn as if known. */
export function observedRuns(points: readonly TrendPoint[]): ObservedPoint[][] {
  const runs: ObservedPoint[][] = []
  let open: ObservedPoint[] | null = null
  for (const point of points) {
    if (!isObserved(point)) {
      open = null
    } else if (open) {
      open.push(point)
    } else {
      open = [point]
      runs.push(open)
    }
  }
  return runs
}

/** The ends of each gap between two runs: the last day known before it and the first one after. */
export function gapsBetween(runs: readonly ObservedPoint[][]): [ObservedPoint, ObservedPoint][] {
  return runs.slice(1).flatMap((run, position) => {
    const before = runs[position]?.at(-1)
    const after = run[0]
    return before && after ? [[before, after] satisfies [ObservedPoint, ObservedPoint]] : []
  })
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

/** A trophy progression as the charts take it; what was gained is counted back from the total. */
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

/** A trophy line as its gain up to each day, so that lines of different heights can be compared. */
export function sinceStart(points: readonly TrendPoint[]): TrendPoint[] {
  return points.map((point) => ({ ...point, value: point.value === null ? null : point.gained }))
}

export type Range = readonly [from: number, to: number]

/** Maps a number of one range onto another in proportion; the middle where the first range has no width. */
export function linearScale([from, to]: Range, [start, end]: Range): (value: number) => number {
  const width = to - from
  return (value) => (width === 0 ? (start + end) / 2 : start + ((value - from) / width) * (end - start))
}
