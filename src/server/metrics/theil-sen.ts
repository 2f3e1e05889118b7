import { median } from './median.ts'

/** Every pair of a line of 90 days has a place; longer lines make it grow. A club asks for its members one by one. */
let slopes = new Float64Array((90 * 89) / 2)

/**
 * Theil-Sen slope of a line with one value a day: the median of (y[j] - y[i]) / (j - i) over all pairs of days.
 * In units a day; 0 for fewer than two days. Exact and deterministic (Sen 1968, doi:10.1080/01621459.1968.10480934).
 */
export function theilSenSlope(line: readonly number[]): number {
  if (line.length < 2) return 0
  const pairs = (line.length * (line.length - 1)) / 2
  if (slopes.length < pairs) slopes = new Float64Array(pairs)
  let next = 0
  for (let from = 0; from < line.length; from++) {
    const first = line[from] ?? 0
    for (let to = from + 1; to < line.length; to++) slopes[next++] = ((line[to] ?? 0) - first) / (to - from)
  }
  return median(slopes, pairs)
}
