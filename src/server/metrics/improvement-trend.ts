import { netLine } from './net-line.ts'
import { theilSenSlope } from './theil-sen.ts'
import type { WindowView } from './window-view.ts'

/** The slope, in trophies a day, that already counts as clear improvement: a thousandth of the trophies, at least 5. */
const CLEAR_SHARE = 0.001
const CLEAR_LEAST = 5

/**
 * improvement_trend: 50 x (1 + tanh(s / s0)), s the Theil-Sen slope of the closes without resets in trophies a day,
 * s0 = max(5, 0.001 x close of the first observed day). 0 to 100, exact; 50 is flat. Null where nothing was observed.
 */
export function improvementTrend(view: WindowView): number | null {
  const first = view.observed[0]
  if (first === undefined) return null
  const clear = Math.max(CLEAR_LEAST, CLEAR_SHARE * first.close)
  return 50 * (1 + Math.tanh(theilSenSlope(netLine(view)) / clear))
}
