import { oneDecimal } from './one-decimal.ts'

/** analytics_coverage: percent of tracked entities with enough history, one decimal; null while none is tracked. */
export function analyticsCoverage(available: number, tracked: number): number | null {
  return tracked <= 0 ? null : oneDecimal((100 * available) / tracked)
}
