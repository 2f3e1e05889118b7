import type { WindowView } from './window-view.ts'

/**
 * `gain` in trophies: the last close less the close of the day before the window, or less the first observation
 * where that came later; resets taken out. Null where nothing was observed.
 */
export function netGain(view: WindowView): number | null {
  const last = view.observed.at(-1)
  const base = gainBase(view)
  if (last === undefined || base === null) return null
  const countsFirstDay = view.closeBefore !== null || view.firstTrophies !== null
  const resets = view.observed.slice(countsFirstDay ? 0 : 1).reduce((sum, { reset }) => sum + reset, 0)
  return last.close - base - resets
}

/** The trophies that a gain is counted from; null where nothing was observed. */
export function gainBase(view: WindowView): number | null {
  return view.closeBefore ?? view.firstTrophies ?? view.observed[0]?.close ?? null
}
