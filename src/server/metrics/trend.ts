import { type DailySeries, type WindowView, windowView } from './daily-series.ts'
import { countsFirstDay, gainBase } from './trophy-gain.ts'

/** With fewer observed days the pace is not known. */
const LEAST_DAYS = 7

/** Without an active day in so many dates there is no pace. */
const LATELY = 14

/** A difference in pace of so many trophies a day already counts as clear, whatever the pace. */
const CLEAR_LEAST = 10

/**
 * `improvement_trend` over the last `days` days: 50 x (1 + tanh((r - b) / s0)), r being the pace of the last third of the
 * observed days and b the pace before it, in trophies a day, and s0 = max(10, (|r| + |b|) / 2). 0 to 100, exact; 50 is the
 * same pace. Null below 7 observed days and without an active day in the last 14 dates, which the series must hold
 * (docs/formulas.md#improvement-trend).
 */
export function improvementTrend(series: DailySeries, days: number): number | null {
  const paces = pacesOf(windowView(series, days))
  if (paces === null || !series.changes.slice(-LATELY).some((changes) => (changes ?? 0) >= 1)) return null
  const { recent, before } = paces
  const clear = Math.max(CLEAR_LEAST, (Math.abs(recent) + Math.abs(before)) / 2)
  return 50 * (1 + Math.tanh((recent - before) / clear))
}

/** The paces of the last third of the observed days and of those before, in trophies a day; null below 7 of them. */
function pacesOf(view: WindowView): { recent: number; before: number } | null {
  const base = gainBase(view)
  const closes = netCloses(view)
  const observed = closes.length
  if (base === null || observed < LEAST_DAYS) return null
  const third = Math.floor(observed / 3)
  const [turn, last] = [closes[observed - third - 1] ?? base, closes[observed - 1] ?? base]
  return { recent: (last - turn) / third, before: (turn - base) / (observed - third) }
}

/** The closes of the observed days, oldest first, with all that resets took in the window added back. */
function netCloses(view: WindowView): number[] {
  const from = countsFirstDay(view) ? 0 : 1
  let taken = 0
  return view.dates.flatMap(({ close, reset, known }, index) => {
    if (index >= from) taken += reset
    return known ? close - taken : []
  })
}
