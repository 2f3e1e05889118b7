import { type DailySeries, type WindowView, windowView } from './daily-series.ts'
import { oneDecimal } from './one-decimal.ts'

/**
 * The gain over the last `days` days in trophies, and in percent with one decimal; null where not observed
 * (docs/formulas.md#gain).
 */
export function trophyGrowth(series: DailySeries, days: number): { growth: number | null; percent: number | null } {
  const view = windowView(series, days)
  const growth = netGain(view)
  return { growth, percent: oneDecimal(growthPercent(growth, gainBase(view))) }
}

/**
 * `gain`, in trophies: the last close less the close of the day before the window, or less the first observation where
 * that came later, without what resets took. Null where nothing was observed (docs/formulas.md#gain).
 */
export function netGain(view: WindowView): number | null {
  const last = view.observed.at(-1)
  const base = gainBase(view)
  if (last === undefined || base === null) return null
  const countsFirstDay = view.closeBefore !== null || view.firstTrophies !== null
  const resets = view.observed.slice(countsFirstDay ? 0 : 1).reduce((sum, { reset }) => sum + reset, 0)
  return last.close - base - resets
}

/** The trophies that a gain is counted from; null where nothing was observed (docs/formulas.md#gain). */
export function gainBase(view: WindowView): number | null {
  return view.closeBefore ?? view.firstTrophies ?? view.observed[0]?.close ?? null
}

/** A gain in percent of what it is counted from, exact; null where that is not above 0 (docs/formulas.md#gain). */
export function growthPercent(growth: number | null, from: number | null): number | null {
  return growth === null || from === null || from <= 0 ? null : (100 * growth) / from
}

/**
 * Whether more than half of a club's growth came or went with members (docs/formulas.md#club-growth). `gainOfMembers` is
 * what the present members gained in the same days, in this club or another, in trophies; null where it is not known.
 */
export function isMostlyMembership(growth: number, gainOfMembers: number | null): boolean {
  return gainOfMembers !== null && 2 * Math.abs(growth - gainOfMembers) > Math.abs(growth)
}
