import type { TrendPoint } from './observed-runs.ts'

/** A trophy line as what was won since its first known day, so that lines of different heights can be compared. */
export function sinceStart(points: readonly TrendPoint[]): TrendPoint[] {
  const start = points.find(({ value }) => value !== null)?.value ?? 0
  return points.map((point) => ({ ...point, value: point.value === null ? null : point.value - start }))
}
