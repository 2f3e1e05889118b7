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
