import type { ForecastReason } from '#shared/contract/forecast.ts'
import { addDays, type CalendarDay, daysBetween } from '#shared/days.ts'
import { HISTORY_DAYS, whyNoForecast as whyTooLittle } from '#shared/forecast-reason.ts'
import { createRandom } from '#shared/random.ts'
import type { EntityType } from '#shared/tag.ts'
import { type ClubSeries, type DailySeries, windowView } from './daily-series.ts'

/** The days of a history that futures are drawn from. */
export type PlayedDays = {
  /** Trophies won on each of these days, oldest first; days of which nothing is known and days with a reset are left out. */
  gains: number[]
  /** Days with play among them. */
  active: number
}

/** What the gains of days are made from. */
type Line = Pick<DailySeries, 'closes' | 'resets' | 'before' | 'from'>

/**
 * The trophies won on each day of the series, exact; null on a day with a reset, before the first observation and where
 * nobody looked up to the end. What was won while nobody looked is spread evenly over these days
 * (docs/formulas.md#forecast).
 */
export function dailyGains({ closes, resets, before, from }: Line): (number | null)[] {
  const gains = closes.map((): number | null => null)
  let last = before === null ? null : { index: daysBetween(from, before.day), close: before.close }
  let taken = 0
  for (const [index, close] of closes.entries()) {
    taken += resets[index] ?? 0
    if (close === null) continue
    const won = last === null ? null : (close - last.close - taken) / (index - last.index)
    gains.fill(won, Math.max(0, (last?.index ?? index) + 1), index + 1)
    last = { index, close }
    taken = 0
  }
  return gains.map((gain, index) => (resets[index] ? null : gain))
}

/**
 * A club's line without the trophies of those who came and went, which nobody won. It begins with the last day of which
 * they are not known.
 */
export function playedLine(club: ClubSeries): DailySeries {
  const moves = club.closes.map((close, index) => {
    const [joined, left] = [club.joined[index] ?? null, club.departed[index] ?? null]
    if (joined !== null && left !== null) return joined + left
    return close === null ? 0 : null
  })
  const first = moves.lastIndexOf(null)
  let moved = 0
  const closes = club.closes.map((close, index) => {
    moved += moves[index] ?? 0
    return close === null || index < first ? null : close - moved
  })
  return { ...club, closes, before: first < 0 ? club.before : null }
}

/** The last 28 days of the series as a forecast takes them, the last day included: it must be over. */
export function playedDays(series: DailySeries): PlayedDays {
  const gains = dailyGains(series).slice(-HISTORY_DAYS)
  const { dates } = windowView(series, HISTORY_DAYS)
  return {
    gains: gains.filter((gain) => gain !== null),
    active: dates.filter(({ changes }) => changes > 0).length,
  }
}

/** The first `days` days of the series, as it was known then. */
export function knownUntil<Series extends DailySeries>(series: Series, days: number): Series {
  const cut = <T>(list: readonly T[]) => list.slice(0, days)
  const { closes, changes, estimated, resets, scans } = series
  const begun = series.firstObserved !== null && series.firstObserved < addDays(series.from, days)
  return {
    ...series,
    closes: cut(closes),
    changes: cut(changes),
    estimated: cut(estimated),
    resets: cut(resets),
    scans: cut(scans),
    firstObserved: begun ? series.firstObserved : null,
  }
}

/** Why there is no forecast; null where there is enough to make one. */
export function whyNoForecast({ gains, active }: PlayedDays): ForecastReason | null {
  return whyTooLittle({ days: gains.length, active })
}

/** The days of a block that stay together, and how many futures are drawn. */
const BLOCK_DAYS = 7
const FUTURES = 2000

/**
 * Draws futures, and returns the trophies that each has won after `days` days. A future is made of blocks of 7 successive
 * days of the history; a block that reaches the last day goes on with the first, so that all days count alike. Equal seeds
 * draw equal futures. `visit` is shown each day, counted from 1; where it returns true, that day is the last.
 */
export function drawFutures(
  gains: readonly number[],
  { days, seed }: { days: number; seed: number },
  visit: (day: number, won: Float64Array) => boolean = () => false,
): Float64Array {
  const random = createRandom(seed)
  const won = new Float64Array(FUTURES)
  const places = new Int32Array(FUTURES)
  for (let day = 0; day < days; day++) {
    const begins = day % BLOCK_DAYS === 0
    for (let future = 0; future < FUTURES; future++) {
      const next = begins ? Math.floor(random() * gains.length) : ((places[future] ?? 0) + 1) % gains.length
      places[future] = next
      won[future] = (won[future] ?? 0) + (gains[next] ?? 0)
    }
    if (visit(day + 1, won)) break
  }
  return won
}

/** 10 %, 50 % and 90 % of some values are at most as large as these. */
export type Range = { low: number; middle: number; high: number }

export function quantiles(sorted: ArrayLike<number>): Range {
  const at = (share: number) => sorted[placeOf(share, sorted.length)] ?? Number.NaN
  return { low: at(0.1), middle: at(0.5), high: at(0.9) }
}

/** The place of a quantile among `length` sorted values. */
function placeOf(share: number, length: number): number {
  return Math.max(0, Math.ceil(share * length) - 1)
}

/** By how much each end of a range is moved away from its middle, in units of its scale. */
export type Ends = { low: number; high: number }

/** The factors of both ends at some distances, by days ahead. */
export type Widening = readonly ({ days: number } & Ends)[]

/**
 * The factors until an installation has enough windows of its own (docs/formulas.md#how-often-ranges-hold says where they
 * come from).
 */
export const USUAL_WIDENING: Readonly<Record<EntityType, Widening>> = {
  player: [
    { days: 7, low: 1.25, high: 1.95 },
    { days: 14, low: 1.6, high: 2.6 },
    { days: 30, low: 1.75, high: 2.1 },
  ],
  club: [
    { days: 7, low: 1.1, high: 1.1 },
    { days: 14, low: 1.6, high: 1.1 },
    { days: 30, low: 2.2, high: 1 },
  ],
}

/** The factors at a distance: in a straight line between two that are known, and beyond them the nearest ones. */
export function factorsAt(widening: Widening, days: number): Ends {
  const after = widening.findIndex((known) => known.days >= days)
  const [near, far] = [widening[after - 1], widening[after]]
  if (far === undefined) return widening.at(-1) ?? { low: 1, high: 1 }
  if (near === undefined) return far
  const share = (days - near.days) / (far.days - near.days)
  return { low: near.low + share * (far.low - near.low), high: near.high + share * (far.high - near.high) }
}

/** The mean gain or loss of a day, in trophies; at least 1, since what is won and lost on a day may cancel out. */
export function meanChange(gains: readonly number[]): number {
  return Math.max(1, gains.reduce((sum, gain) => sum + Math.abs(gain), 0) / gains.length)
}

/**
 * The scale of both ends after `days` days: the distance of the plain range from its middle, and at least what days
 * without any order would give. So it is not 0 for those who win the same on each day.
 */
export function scaleOf({ low, middle, high }: Range, { days, change }: { days: number; change: number }): Ends {
  const least = change * Math.sqrt(days)
  return { low: Math.max(middle - low, least), high: Math.max(high - middle, least) }
}

/** Where trophies may stand at the end of a day, 0 or more: 1 of 10 futures lies below low and 1 above high. */
type FanDay = { date: CalendarDay; low: number; middle: number; high: number }

/** In how many days 10 %, 50 % and 90 % of the futures have reached the target; null for more than 90. */
export type Passage = { earliest: number; median: number; latest: number | null }

export type Outlook = {
  fan: FanDay[]
  /** Null where half of the futures do not reach the target in time. */
  passage: Passage | null
  /** How many of 100 futures reach the target within the days. */
  reaching: number
}

export type Question = {
  /** The day of the last look, the trophies then, and those to be reached. */
  today: CalendarDay
  trophies: number
  target: number
  gains: readonly number[]
  seed: number
  widening: Widening
  /** Days that are looked ahead, 90 at most, and those of the fan. */
  days: number
  fanDays: number
}

/**
 * The futures of a player or club (docs/formulas.md#forecast). Each day's spread is widened to both sides by the factors for
 * its distance, and so is that of the highest up to each day: who reached the target once has reached it. For who never
 * loses both are the same, so the middle line crosses the target on the day that is named. More trophies at the start never
 * make the target come later.
 */
export function computeOutlook({ today, trophies, target, gains, seed, widening, days, fanDays }: Question): Outlook {
  const change = meanChange(gains)
  const fan: FanDay[] = []
  const highest = new Float64Array(FUTURES).fill(Number.NEGATIVE_INFINITY)
  const reachedOn: Record<keyof Passage, number | null> = { earliest: null, median: null, latest: null }
  let reached = 0
  drawFutures(gains, { days, seed }, (day, won) => {
    const spread = { scale: { days: day, change }, factors: factorsAt(widening, day) }
    for (let future = 0; future < FUTURES; future++) {
      highest[future] = Math.max(highest[future] ?? 0, won[future] ?? 0)
    }
    const best = widen(highest.toSorted(), spread)
    const isThere = (place: number) => trophies + best(place) >= target
    for (const [passed, share] of PASSAGES) if (isThere(placeOf(share, FUTURES))) reachedOn[passed] ??= day
    reached = Math.max(reached, FUTURES - firstAtLeast(FUTURES, isThere))
    if (day <= fanDays) {
      const widened = widen(won.toSorted(), spread)
      const at = (share: number) => Math.max(0, Math.round(trophies + widened(placeOf(share, FUTURES))))
      fan.push({ date: addDays(today, day), low: at(0.1), middle: at(0.5), high: at(0.9) })
    }
    return day >= fanDays && reached === FUTURES
  })
  const { earliest, median, latest } = reachedOn
  const passage = earliest === null || median === null ? null : { earliest, median, latest }
  return { fan, passage, reaching: ofHundred(reached) }
}

/** The futures that tell when a target is reached: 90 % of them have less than the first of these. */
const PASSAGES = [
  ['earliest', 0.9],
  ['median', 0.5],
  ['latest', 0.1],
] as const

type Widened = { scale: { days: number; change: number }; factors: Ends }

/**
 * What the future at a place of the sorted ones has won, when the ends at 10 % and 90 % are moved to `factor x scale`
 * from the middle and the others in proportion. Never falls from one place to the next.
 */
function widen(sorted: Float64Array, { scale, factors }: Widened): (place: number) => number {
  const range = quantiles(sorted)
  const scales = scaleOf(range, scale)
  return (place) => {
    const share = (place + 1) / sorted.length - 0.5
    const [side, own] =
      share < 0 ? (['low', range.middle - range.low] as const) : (['high', range.high - range.middle] as const)
    const more = (scales[side] - own) * (share / 0.4)
    return range.middle + factors[side] * ((sorted[place] ?? 0) - range.middle + more)
  }
}

/** The first of `length` places at which a test holds that holds at all later ones; `length` where it holds at none. */
function firstAtLeast(length: number, holds: (place: number) => boolean): number {
  let [low, high] = [0, length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (holds(middle)) high = middle
    else low = middle + 1
  }
  return low
}

/** A share of the futures as a whole number of 100. Only none is 0, and only all are 100. */
function ofHundred(futures: number): number {
  if (futures === 0 || futures === FUTURES) return (100 * futures) / FUTURES
  return Math.min(99, Math.max(1, Math.round((100 * futures) / FUTURES)))
}

/** Why a number of trophies has no day: it is reached, or farther away than a forecast may look. Null where it has one. */
export function whyNoArrival(
  { trophies, target }: { trophies: number; target: number },
  passage: Passage | null,
): ForecastReason | null {
  if (trophies >= target) return 'reached'
  return passage === null ? 'too_far' : null
}
