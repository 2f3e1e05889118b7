import { median } from './median.ts'

/**
 * Theil-Sen slope of a line with one value a day: the median of (y[j] - y[i]) / (j - i) over all pairs of days.
 * In units a day; 0 for fewer than two days. Exact and deterministic (Sen 1968, doi:10.1080/01621459.1968.10480934).
 */
export function theilSenSlope(line: readonly number[]): number {
  if (line.length < 2) return 0
  const slopes = new Float64Array((line.length * (line.length - 1)) / 2)
  let next = 0
  for (let from = 0; from < line.length; from++) {
    const first = line[from] ?? 0
    for (let to = from + 1; to < line.length; to++) slopes[next++] = ((line[to] ?? 0) - first) / (to - from)
  }
  return median(slopes)
}
