import type { TrendPoint } from './observed-runs.ts'

/** A trophy line as its gain up to each day, so that lines of different heights can be compared. */
export function sinceStart(points: readonly TrendPoint[]): TrendPoint[] {
  return points.map((point) => ({ ...point, value: point.value === null ? null : point.gained }))
}
