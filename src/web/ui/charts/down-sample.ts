export type Place = { x: number; y: number }

/** More points than this do not show on a screen. */
export const MOST_POINTS = 480

/**
 * Thins a line to `threshold` points that keep its shape: first, last, and of each bucket the point that spans the
 * largest triangle with its neighbours (LTTB, Steinarsson 2013). Fewer points come back as they are.
 */
export function downSample<P extends Place>(points: readonly P[], threshold: number = MOST_POINTS): readonly P[] {
  const first = points[0]
  const last = points.at(-1)
  if (points.length <= threshold || threshold < 3 || !first || !last) return points
  const kept: P[] = [first]
  const size = (points.length - 2) / (threshold - 2)
  for (let bucket = 0; bucket < threshold - 2; bucket++) {
    const from = Math.floor(bucket * size) + 1
    const to = Math.floor((bucket + 1) * size) + 1
    const next = meanOf(points.slice(to, Math.max(to + 1, Math.floor((bucket + 2) * size) + 1)))
    kept.push(largest(points.slice(from, to), kept.at(-1) ?? first, next))
  }
  return [...kept, last]
}

function meanOf(points: readonly Place[]): Place {
  const sum = points.reduce((total, point) => ({ x: total.x + point.x, y: total.y + point.y }), { x: 0, y: 0 })
  return { x: sum.x / points.length, y: sum.y / points.length }
}

function largest<P extends Place>(bucket: readonly P[], before: Place, after: Place): P {
  return bucket.reduce((best, point) => (triangle(before, point, after) > triangle(before, best, after) ? point : best))
}

function triangle(a: Place, b: Place, c: Place): number {
  return Math.abs((a.x - c.x) * (b.y - a.y) - (a.x - b.x) * (c.y - a.y))
}
