import { addDays, type CalendarDay } from '#shared/days.ts'
import { seedOf } from '#shared/random.ts'
import type { EntityType } from '#shared/tag.ts'
import { type DailySeries, windowView } from './daily-series.ts'
import {
  drawFutures,
  factorAt,
  HISTORY_DAYS,
  knownUntil,
  playedDays,
  quantiles,
  silence,
  USUAL_WIDENING,
} from './forecast.ts'

/** Days ahead at which ranges are checked. */
const CHECKED_DAYS = [7, 14, 30] as const

/** The 10 %, 50 % and 90 % of the futures of a window, before they are widened. */
type Range = ReturnType<typeof quantiles>

/**
 * By how much a range must be widened around its middle to hold what came; 0 where the middle came. Infinite where a range
 * without any width missed.
 */
export function neededFactor({ low, middle, high }: Range, came: number): number {
  const missed = Math.abs(came - middle)
  return missed === 0 ? 0 : missed / (came > middle ? high - middle : middle - low)
}

/** A stretch of history about which a range was made and what came is known. */
export type CheckedWindow = {
  /** Whose history it is: the two halves of all players check each other. */
  half: 0 | 1
  /** How many days ahead the range was. */
  days: number
  /** As `neededFactor` tells. */
  needed: number
}

/** Each history gives windows that end on so many days, a week apart, in the month before today. */
const ENDS = [0, 7, 14, 21]

/** The days of a series that its windows need, today included. */
export const WINDOW_DAYS = 1 + 21 + Math.max(...CHECKED_DAYS) + HISTORY_DAYS

/**
 * What ranges would have been told of this history, and what came. Each is made of what was known when its window began,
 * and only where a page would have shown it. The series ends with today, which is not over.
 */
export function checkedWindows(tag: string, series: DailySeries): CheckedWindow[] {
  const half = seedOf(tag) % 2 === 0 ? 0 : 1
  const yesterday = series.closes.length - 2
  return CHECKED_DAYS.flatMap((days) =>
    ENDS.flatMap((ago) => {
      const needed = neededOf(tag, series, { end: yesterday - ago, days })
      return needed === null ? [] : [{ half, days, needed } as const]
    }),
  )
}

/**
 * The factor that the window of `days` days needed which ends on the day with the index `end`; null where nothing was
 * told.
 */
function neededOf(tag: string, series: DailySeries, { end, days }: { end: number; days: number }): number | null {
  const known = knownUntil(series, end - days + 1)
  const played = playedDays(known)
  const begins = windowView(known, 1).dates[0]?.close
  const ends = series.closes[end] ?? null
  if (begins === undefined || ends === null || silence(played) !== null) return null
  const taken = series.resets.slice(end - days + 1, end + 1).reduce((sum, reset) => sum + reset, 0)
  const seed = seedOf(`${tag} ${addDays(series.from, end - days)}`)
  const range = quantiles(drawFutures(played.gains, { days, seed }).sort())
  return neededFactor(range, ends - begins - taken)
}

/** How ranges of one distance did, and the factor for the next month. */
export type Fit = { days: number; factor: number; windows: number; held: number }

/** Windows of a distance from which on an installation has a factor of its own. */
export const LEAST_WINDOWS = 300

/** The part of the ranges that should hold. */
const SHARE = 0.8
const FACTORS = { least: 0.5, most: 5 }

/**
 * The factor with which 80 % of such windows would have held, with the correction of split conformal prediction for their
 * number.
 */
function conformalFactor(windows: readonly CheckedWindow[]): number {
  const needed = windows.map((window) => window.needed).sort((one, other) => one - other)
  const place = Math.min(needed.length, Math.ceil((needed.length + 1) * SHARE)) - 1
  return Math.min(FACTORS.most, Math.max(FACTORS.least, needed[place] ?? FACTORS.most))
}

/**
 * The factors of an installation (docs/formulas.md#how-often-ranges-hold), one for each distance. `held` counts the windows
 * whose range held with a factor that the other half of the players gave; with fewer than 300 windows, with the usual one.
 */
export function fitWidening(kind: EntityType, windows: readonly CheckedWindow[]): Fit[] {
  return CHECKED_DAYS.map((days) => {
    const ofDays = windows.filter((window) => window.days === days)
    const halves = ([0, 1] as const).map((half) => ofDays.filter((window) => window.half === half))
    const isOwn = ofDays.length >= LEAST_WINDOWS && halves.every(({ length }) => length > 0)
    const usual = factorAt(USUAL_WIDENING[kind], days)
    const held = halves.map((half, index) => {
      const factor = isOwn ? conformalFactor(halves[1 - index] ?? []) : usual
      return half.filter(({ needed }) => needed <= factor).length
    })
    const factor = isOwn ? conformalFactor(ofDays) : usual
    return { days, factor, windows: ofDays.length, held: held.reduce((sum, each) => sum + each, 0) }
  })
}

/** How often ranges held in the last month: null until there are enough to tell. */
export type Accuracy = { ranges: number; held: number; checkedOn: CalendarDay }

const LEAST_TO_TELL = 30

export function accuracyOf(fits: readonly Fit[], checkedOn: CalendarDay): Accuracy | null {
  const ranges = fits.reduce((sum, { windows }) => sum + windows, 0)
  const held = fits.reduce((sum, fit) => sum + fit.held, 0)
  return ranges < LEAST_TO_TELL ? null : { ranges, held, checkedOn }
}
