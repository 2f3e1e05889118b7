import { addDays, type CalendarDay } from '#shared/days.ts'
import { HISTORY_DAYS } from '#shared/forecast-reason.ts'
import { seedOf } from '#shared/random.ts'
import type { EntityType } from '#shared/tag.ts'
import { type DailySeries, windowView } from './daily-series.ts'
import {
  drawFutures,
  type Ends,
  factorsAt,
  knownUntil,
  meanChange,
  playedDays,
  quantiles,
  scaleOf,
  USUAL_WIDENING,
  whyNoForecast,
} from './forecast.ts'

/** Days ahead at which ranges are checked. */
const CHECKED_DAYS = [7, 14, 30] as const

/**
 * By how much each end of a range must be moved to hold what came, in units of its scale. Below 0 where what came lies on
 * the other side of the middle.
 */
export function neededFactors(middle: number, scale: Ends, came: number): Ends {
  return { low: (middle - came) / scale.low, high: (came - middle) / scale.high }
}

/** A stretch of history about which a range was made and what came is known. */
export type CheckedWindow = {
  /** Whose history it is: the two halves of all players check each other. */
  half: 0 | 1
  /** How many days ahead the range was. */
  days: number
  needed: Ends
}

/** Days before today on which the windows of a history end. */
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
 * The factors that the window of `days` days needed which ends on the day with the index `end`; null where nothing was
 * told.
 */
function neededOf(tag: string, series: DailySeries, { end, days }: { end: number; days: number }): Ends | null {
  const known = knownUntil(series, end - days + 1)
  const played = playedDays(known)
  const begins = windowView(known, 1).dates[0]?.close
  const ends = series.closes[end] ?? null
  if (begins === undefined || ends === null || whyNoForecast(played) !== null) return null
  const taken = series.resets.slice(end - days + 1, end + 1).reduce((sum, reset) => sum + reset, 0)
  const seed = seedOf(`${tag} ${addDays(series.from, end - days)}`)
  const range = quantiles(drawFutures(played.gains, { days, seed }).sort())
  const scale = scaleOf(range, { days, change: meanChange(played.gains) })
  return neededFactors(range.middle, scale, ends - begins - taken)
}

/** How ranges of one distance did: what came lay `below` or `above` some. With the factors for the next month. */
export type Fit = { days: number; windows: number; below: number; above: number } & Ends

/** Windows of a distance from which on an installation has factors of its own. */
export const LEAST_WINDOWS = 100

/** The part of the windows that should lie below the high end, and above the low one. */
const SHARE = 0.9
const FACTORS = { least: 0.1, most: 8 }

/**
 * The factor with which an end would have held in 90 % of such windows, with the correction of split conformal prediction
 * for their number.
 */
function conformalFactor(windows: readonly CheckedWindow[], end: keyof Ends): number {
  const needed = windows.map((window) => window.needed[end]).sort((one, other) => one - other)
  const place = Math.min(needed.length, Math.ceil((needed.length + 1) * SHARE)) - 1
  return Math.min(FACTORS.most, Math.max(FACTORS.least, needed[place] ?? FACTORS.most))
}

function conformalFactors(windows: readonly CheckedWindow[]): Ends {
  return { low: conformalFactor(windows, 'low'), high: conformalFactor(windows, 'high') }
}

/**
 * The factors of an installation (docs/formulas.md#how-often-ranges-hold), a pair for each distance. `below` and `above`
 * count the windows that missed the range with the factors that the other half of the players gave; with too few windows,
 * with the usual ones.
 */
export function fitWidening(kind: EntityType, windows: readonly CheckedWindow[]): Fit[] {
  return CHECKED_DAYS.map((days) => {
    const ofDays = windows.filter((window) => window.days === days)
    const halves = ([0, 1] as const).map((half) => ofDays.filter((window) => window.half === half))
    const isOwn = ofDays.length >= LEAST_WINDOWS && halves.every(({ length }) => length > 0)
    const { low, high } = isOwn ? conformalFactors(ofDays) : factorsAt(USUAL_WIDENING[kind], days)
    const missed = (end: keyof Ends) =>
      halves.reduce((sum, half, index) => {
        const factor = isOwn ? conformalFactor(halves[1 - index] ?? [], end) : { low, high }[end]
        return sum + half.filter(({ needed }) => needed[end] > factor).length
      }, 0)
    return { days, low, high, windows: ofDays.length, below: missed('low'), above: missed('high') }
  })
}

/** How often ranges held in the last month, and on which side the others missed: null until there are enough to tell. */
export type Accuracy = { ranges: number; held: number; below: number; above: number; checkedOn: CalendarDay }

const LEAST_TO_TELL = 30

export function accuracyOf(fits: readonly Fit[], checkedOn: CalendarDay): Accuracy | null {
  const sum = (count: (fit: Fit) => number) => fits.reduce((total, fit) => total + count(fit), 0)
  const [ranges, below, above] = [sum((fit) => fit.windows), sum((fit) => fit.below), sum((fit) => fit.above)]
  return ranges < LEAST_TO_TELL ? null : { ranges, held: ranges - below - above, below, above, checkedOn }
}
