import { bisector, extent, nice, ticks } from 'd3-array'
import { area, curveMonotoneX, line } from 'd3-shape'
import { FIRST_LANGUAGE } from '#shared/languages.ts'
import { formatThousands, roundInShort } from '#shared/number-format.ts'
import { pageLanguage } from '#shared/texts.ts'

/** A day of a trophy line. */
export type TrendPoint = {
  /** UTC calendar date, `YYYY-MM-DD`. */
  date: string
  /** Trophies at the end of the day; null before the first observation. */
  value: number | null
  /** False when nobody observed that day: the value then is that of an earlier day. */
  observed: boolean
  /** Change against the last observed day, in trophies; null where that is not known and on a day that nobody observed. */
  change: number | null
  /** The last observed day, where that is not the day before: the change is of all days since. */
  since?: string | undefined
  /** The part of the change that a season reset took. It is no activity. */
  reset: number
  /** The day before the timeframe: its gain counts from there, and nothing is told of the day itself. */
  begins?: true
  /** The gain of the timeframe up to this day, without season resets; on the last day the whole gain. */
  gained: number
  /** What else happened that day: `joined: Ada`. */
  note?: string | undefined
  /** Of a day ahead alone: the range of a forecast, and `value` is its middle. */
  ahead?: { low: number; high: number } | undefined
}

/** Where everything of a trend chart is drawn, in pixels from the upper left corner of its box. */
export type Geometry = {
  box: Box
  x: (date: string) => number
  y: (value: number) => number
  /** Each stretch of observed days. */
  stretches: Stretch[]
  /** The days between two stretches, which nobody observed. */
  gaps: { key: string; from: Place; to: Place }[]
  /**
   * Paths of the range of the days ahead and of its middle, from the last observed day on; null without a forecast. The
   * plot ends before the range does at the sides named.
   */
  fan: { area: string; middle: string; endsAbove: boolean; endsBelow: boolean } | null
  valueTicks: { value: number; y: number; label: string }[]
  dayTicks: { date: string; x: number; anchor: 'start' | 'middle' | 'end' }[]
}
/** The size of the chart, and within it the edges of the plot. */
type Box = { left: number; right: number; top: number; bottom: number; width: number; height: number }
/** Paths of the line and of the area below it; `alone` is the place of a stretch of one day, which has no line. */
type Stretch = { key: string; line: string; area: string; alone: Place | null }
type Place = { x: number; y: number }

/**
 * The geometry of a trend chart of this size. Lines that share an axis are `scaled` by the points of all of them; a goal
 * that is near is within it.
 */
export function trendGeometry(
  points: readonly TrendPoint[],
  width: number,
  height: number,
  { scaled = points, goal }: { scaled?: readonly TrendPoint[]; goal?: number | undefined } = {},
): Geometry {
  const dates = points.map(({ date }) => date)
  const newest = points.findLastIndex(({ ahead }) => !ahead)
  const plot = plotOf(axisValues(scaled, goal), dates, width, height, newest)
  const { box, x, y } = plot
  const runs = observedRuns(points)
  const place = (point: ObservedPoint) => ({ x: x(point.date), y: y(point.value) })
  return {
    ...plot,
    stretches: runs.map((run) => makeStretch(run[0]?.date ?? '', run.map(place), box.bottom)),
    fan: fanPaths(points, runs.at(-1)?.at(-1), plot),
    gaps: gapsBetween(runs).map(([from, to]) => ({ key: from.date, from: place(from), to: place(to) })),
  }
}

/** How far above the line a goal may be and share its axis, and what a fan may add to the axis: shares of its height. */
const [NEAR_GOAL, FAN_ROOM] = [0.75, 0.25]

/** What the axis reaches: the line, its forecast's middle, a near goal, and of a wide range only a part. */
function axisValues(points: readonly TrendPoint[], goal: number | undefined): number[] {
  const known = points.flatMap(({ value, ahead }) => (value === null || ahead ? [] : value))
  const [low, high] = extent(known)
  if (low === undefined || high === undefined) return []
  const steep = Math.max(high - low, high / 100)
  const [least, most] = [low - FAN_ROOM * steep, high + FAN_ROOM * steep]
  const fan = points.flatMap(({ value, ahead }) =>
    ahead && value !== null ? [value, Math.max(ahead.low, least), Math.min(ahead.high, most)] : [],
  )
  const isNear = goal !== undefined && goal > high && goal - high <= NEAR_GOAL * steep
  return [...known, ...fan, ...(isNear ? [goal] : [])]
}

/**
 * What a chart of values over successive dates begins with: its box, its scales and their ticks. `newest`: the index of
 * the last day that is known.
 */
export function plotOf(
  values: readonly number[],
  dates: readonly string[],
  width: number,
  height: number,
  newest = dates.length - 1,
) {
  const axis = valueAxis(values, height)
  const labels = tickLabels(axis.ticks)
  const box = plotBox(width, height, Math.max(0, ...labels.map((label) => label.length)))
  const times = dates.map((date) => Date.parse(date))
  const toX = linearScale([times[0] ?? 0, times.at(-1) ?? 0], [box.left, box.right])
  const x = (date: string) => toX(Date.parse(date))
  const y = linearScale(axis.domain, [box.bottom, box.top])
  const valueTicks = axis.ticks.map((value, index) => ({ value, y: y(value), label: labels[index] ?? '' }))
  return { domain: axis.domain, box, x, y, valueTicks, dayTicks: labelledDays(dates, newest, box, x) }
}

/** The index of the day nearest to `at`, in pixels from the left edge of the chart. */
export function nearestDay(days: readonly Dated[], { x }: Pick<Geometry, 'x'>, at: number): number {
  return bisector((day: Dated) => x(day.date)).center(days, at)
}

type Dated = { date: string }

/** About the width of a digit of a label, in pixels. */
const LABEL_LETTER = 6.6

/** The labels of values need room at the left, those of days at the bottom. */
function plotBox(width: number, height: number, letters: number): Box {
  return { left: Math.ceil(letters * LABEL_LETTER) + 10, right: width - 8, top: 14, bottom: height - 26, width, height }
}

/** A day that was observed. */
type ObservedPoint = TrendPoint & { value: number }

function isObserved(point: TrendPoint): point is ObservedPoint {
  return point.observed && point.value !== null
}

/** Each stretch of successive observed days. Between two of them nothing is known, so no line is drawn. */
export function observedRuns(points: readonly TrendPoint[]): ObservedPoint[][] {
  const runs: ObservedPoint[][] = []
  let open: ObservedPoint[] | null = null
  for (const point of points) {
    if (!isObserved(point)) {
      open = null
    } else if (open) {
      open.push(point)
    } else {
      open = [point]
      runs.push(open)
    }
  }
  return runs
}

/** The ends of each gap between two runs: the last day known before it and the first one after it. */
export function gapsBetween(runs: readonly ObservedPoint[][]): [ObservedPoint, ObservedPoint][] {
  return runs.slice(1).flatMap((run, index) => {
    const before = runs[index]?.at(-1)
    const after = run[0]
    return before && after ? [[before, after] satisfies [ObservedPoint, ObservedPoint]] : []
  })
}

function makeStretch(key: string, places: Place[], floor: number): Stretch {
  const toLine = line<Place>(
    (place) => place.x,
    (place) => place.y,
  ).curve(curveMonotoneX)
  const toArea = area<Place>(
    (place) => place.x,
    floor,
    (place) => place.y,
  ).curve(curveMonotoneX)
  return {
    key,
    line: toLine(places) ?? '',
    area: toArea(places) ?? '',
    alone: places.length === 1 ? (places[0] ?? null) : null,
  }
}

type Plot = Pick<Geometry, 'x' | 'y'> & { domain: Range }

function fanPaths(
  points: readonly TrendPoint[],
  last: ObservedPoint | undefined,
  { x, y, domain: [least, most] }: Plot,
): Geometry['fan'] {
  const ranges = points.flatMap(({ date, value, ahead }) =>
    ahead && value !== null ? [{ date, value, ...ahead }] : [],
  )
  if (last === undefined || ranges.length === 0) return null
  const all = [{ date: last.date, value: last.value, low: last.value, high: last.value }, ...ranges]
  const toArea = area<(typeof all)[number]>(
    ({ date }) => x(date),
    ({ low }) => y(low),
    ({ high }) => y(high),
  )
  const toMiddle = line<(typeof all)[number]>(
    ({ date }) => x(date),
    ({ value }) => y(value),
  )
  return {
    area: toArea(all) ?? '',
    middle: toMiddle(all) ?? '',
    endsAbove: all.some(({ high }) => high > most),
    endsBelow: all.some(({ low }) => low < least),
  }
}

const PIXELS_PER_TICK = 48

/**
 * An axis of trophies around the values: its ends, and whole, round ticks about every 48 px. A flat line gets some room
 * above and below. Without any value the axis runs from 0 to 1.
 */
export function valueAxis(values: readonly number[], height: number): { domain: Range; ticks: number[] } {
  const [low, high] = extent(values)
  if (low === undefined || high === undefined) return { domain: [0, 1], ticks: [0, 1] }
  const count = Math.max(2, Math.round(height / PIXELS_PER_TICK))
  const room = high === low ? Math.max(1, Math.abs(high) * 0.01) : 0
  const domain = nice(low - room, high + room, count)
  return { domain, ticks: ticks(domain[0], domain[1], count).filter(Number.isInteger) }
}

const UNITS = [
  { size: 1_000_000, sign: 'M', decimals: [0, 1, 2, 3] },
  { size: 1000, sign: 'k', decimals: [0, 1] },
] as const

/**
 * The labels of an axis, all in one unit and with as many decimals as tell them apart: `1.24M`, `1.26M`. Ticks that
 * would need more than three decimals, or two of thousands, are written in full: `81,075`.
 */
export function tickLabels(ticks: readonly number[]): string[] {
  const most = Math.max(0, ...ticks.map(Math.abs))
  const { size, sign, decimals: few } = UNITS.find((unit) => most >= unit.size) ?? { size: 1, sign: '', decimals: [0] }
  const written = (decimals: number) => ticks.map((tick) => (tick / size).toFixed(decimals))
  const exact = few.find((decimals) =>
    written(decimals).every((text, index) => Math.abs(Number(text) * size - (ticks[index] ?? 0)) < 1e-6 * size),
  )
  if (exact === undefined) return ticks.map((tick) => formatThousands(tick))
  if (pageLanguage() !== FIRST_LANGUAGE) return ticks.map((tick) => roundInShort(tick))
  return written(exact).map((text, index) => (ticks[index] === 0 ? '0' : `${text.replace('-', '−')}${sign}`))
}

/** The newest known day has a label, some before it have, and the last day ahead, where it is far enough away. */
function labelledDays(
  dates: readonly string[],
  newest: number,
  box: Box,
  x: (date: string) => number,
): Geometry['dayTicks'] {
  const [now, last] = [dates[newest], dates.at(-1)]
  const known = dayTicks(newest + 1, (now === undefined ? box.right : x(now)) - box.left)
  const isFar = now !== undefined && last !== undefined && x(last) - x(now) >= PIXELS_TO_LAST
  const labelled = [...known.flatMap((index) => dates[index] ?? []), ...(isFar ? [last] : [])]
  return labelled.map((date) => {
    const at = x(date)
    return { date, x: at, anchor: at > box.right - 20 ? 'end' : at < box.left + 14 ? 'start' : 'middle' }
  })
}

const [PIXELS_PER_LABEL, PIXELS_TO_LAST] = [88, 66]

/**
 * Which of `count` days have a label on a line of this width: always the last one, the others evenly at least 88 px
 * apart.
 */
export function dayTicks(count: number, width: number): number[] {
  if (count <= 0) return []
  if (count === 1) return [0]
  const fit = Math.max(2, Math.floor(width / PIXELS_PER_LABEL) + 1)
  const step = Math.max(1, Math.ceil((count - 1) / (fit - 1)))
  const labels = Math.floor((count - 1) / step) + 1
  return Array.from({ length: labels }, (_, index) => count - 1 - index * step).reverse()
}

type Range = readonly [from: number, to: number]

/** Maps a number of one range to another in proportion; to its middle when the first range has no width. */
export function linearScale([from, to]: Range, [start, end]: Range): (value: number) => number {
  const width = to - from
  return (value) => (width === 0 ? (start + end) / 2 : start + ((value - from) / width) * (end - start))
}
