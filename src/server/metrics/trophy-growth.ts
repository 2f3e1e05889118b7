import type { DailySeries } from './daily-series.ts'
import { growthPercent } from './growth-percent.ts'
import { gainBase, netGain } from './net-gain.ts'
import { oneDecimal } from './one-decimal.ts'
import { windowView } from './window-view.ts'

/** Trophies gained in the window with resets taken out, and that in percent (one decimal); null where not observed. */
export function trophyGrowth(series: DailySeries, days: number): { growth: number | null; percent: number | null } {
  const view = windowView(series, days)
  const growth = netGain(view)
  return { growth, percent: oneDecimal(growthPercent(growth, gainBase(view))) }
}
