import { bisector, extent, nice, ticks } from 'd3-array'
import { area, curveMonotoneX, line } from 'd3-shape'
import { thousands } from '#shared/number-format.ts'
import { gapsBetween, linearScale, observedRuns, type Range, type TrendPoint } from './trophy-points.ts'

export type Box = { left: number; right: number; top: number; bottom: number; width: number; height: number }
export type Stretch = { key: string; line: string; area: string; alone: Place | null }
export type Geometry = {
  box: Box
  x: (date: string) => number
  y: (value: number) => number
  stretches: Stretch[]
  gaps: { key: string; from: Place; to: Place }[]
  valueTicks: { value: number; y: number; label: string }[]
  dayTicks: { date: string; x: number; anchor: 'start' | 'middle' | 'end' }[]
}

const LABEL_LETTER = 6.6

/** Everything a trend chart of this size draws, in pixels of its own box. Lines of one axis are `scaled` by all of them. */
export function trendGeometry(
  points: readonly TrendPoint[],
  width: number,
  height: number,
  scaled: readonly TrendPoint[] = points,
): Geometry {
  const values = scaled.flatMap((point) => (point.value === null ? [] : [point.value]))
  const axis = valueAxis(values, height)
  const labels = tickLabels(axis.ticks)
  const box = plotBox(width, height, Math.max(0, ...labels.map((label) => label.length)))
  const times = points.map((point) => Date.parse(point.date))
  const toX = linearScale([times[0] ?? 0, times.at(-1) ?? 0], [box.left, box.right])
  const x = (date: string) => toX(Date.parse(date))
  const y = linearScale(axis.domain, [box.bottom, box.top])
  const runs = observedRuns(points)
  const place = (point: { date: string; value: number }) => ({ x: x(point.date), y: y(point.value) })
  return {
    box,
    x,
    y,
    stretches: runs.map((run) => stretch(run[0]?.date ?? '', run.map(place), box.bottom, points.length)),
    gaps: gapsBetween(runs).map(([from, to]) => ({ key: from.date, from: place(from), to: place(to) })),
    valueTicks: axis.ticks.map((value, position) => ({ value, y: y(value), label: labels[position] ?? '' })),
    dayTicks: labelledDays(points, box, x),
  }
}

function plotBox(width: number, height: number, letters: number): Box {
  return { left: Math.ceil(letters * LABEL_LETTER) + 10, right: width - 8, top: 14, bottom: height - 26, width, height }
}

function stretch(key: string, places: Place[], floor: number, all: number): Stretch {
  const share = Math.max(3, Math.round((MOST_POINTS * places.length) / Math.max(all, 1)))
  const kept = [...downSample(places, all > MOST_POINTS ? share : MOST_POINTS)]
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
    line: toLine(kept) ?? '',
    area: toArea(kept) ?? '',
    alone: kept.length === 1 ? (kept[0] ?? null) : null,
  }
}

function labelledDays(points: readonly TrendPoint[], box: Box, x: (date: string) => number): Geometry['dayTicks'] {
  const shown = dayTicks(points.length, box.right - box.left).flatMap((index) => points[index] ?? [])
  return shown.map(({ date }) => {
    const at = x(date)
    return { date, x: at, anchor: at > box.right - 20 ? 'end' : at < box.left + 14 ? 'start' : 'middle' }
  })
}

/** The index of the day nearest to a place on the plot. */
export function nearestDay(points: readonly TrendPoint[], { x }: Pick<Geometry, 'x'>, at: number): number {
  return bisector((point: TrendPoint) => x(point.date)).center(points, at)
}

export type ValueAxis = { domain: Range; ticks: number[] }

const PIXELS_PER_TICK = 48

/**
 * A trophy axis around the values: whole, round ticks, about one every 48 px, and room around a line that is flat.
 * Without any value it runs from 0 to 1.
 */
export function valueAxis(values: readonly number[], height: number): ValueAxis {
  const [low, high] = extent(values)
  if (low === undefined || high === undefined) return { domain: [0, 1], ticks: [0, 1] }
  const count = Math.max(2, Math.round(height / PIXELS_PER_TICK))
  const room = high === low ? Math.max(1, Math.abs(high) * 0.01) : 0
  const domain = nice(low - room, high + room, count)
  return { domain, ticks: ticks(domain[0], domain[1], count).filter(Number.isInteger) }
}

const UNITS = [
  { size: 1_000_000, sign: 'M' },
  { size: 1000, sign: 'k' },
] as const
const MOST_DIGITS = 3

/** Labels of an axis, all in one unit and with as many decimals as tell them apart (`1.24M`, `1.26M`); in full beyond three. */
export function tickLabels(ticks: readonly number[]): string[] {
  const most = Math.max(0, ...ticks.map(Math.abs))
  const { size, sign } = UNITS.find((unit) => most >= unit.size) ?? { size: 1, sign: '' }
  const written = (digits: number) => ticks.map((tick) => (tick / size).toFixed(digits))
  const exact = [0, 1, 2, MOST_DIGITS].find((digits) =>
    written(digits).every((text, index) => Math.abs(Number(text) * size - (ticks[index] ?? 0)) < 1e-6 * size),
  )
  if (exact === undefined) return ticks.map((tick) => thousands(tick))
  return written(exact).map((text, index) => (ticks[index] === 0 ? '0' : `${text.replace('-', '−')}${sign}`))
}

const PIXELS_PER_LABEL = 72

/**
 * Which of `count` days get a label on a line of this width: evenly spaced, no closer than 72 px, and always the last
 * one, which is today.
 */
export function dayTicks(count: number, width: number): number[] {
  if (count <= 0) return []
  if (count === 1) return [0]
  const fit = Math.max(2, Math.floor(width / PIXELS_PER_LABEL) + 1)
  const step = Math.max(1, Math.ceil((count - 1) / (fit - 1)))
  const backwards = Array.from(
    { length: Math.floor((count - 1) / step) + 1 },
    (_, position) => count - 1 - position * step,
  )
  return backwards.reverse()
}

type Place = { x: number; y: number }

/** More points than this do not show on a screen. */
export const MOST_POINTS = 480

/**
 * Thins a line to `threshold` points that keep its shape: first, last, and of each bucket the point that spans the
 * largest triangle with its neighbours (LTTB, Steinarsson 2013). Fewer points come back as they are.
 */
export function downSample<P extends Place>(points: readonly P[], threshold: number = MOST_POINTS): readonly P[] {
  const first = points[0]
  const last = points.at(-1)
  if (points.length <= threshold || threshold < 3 || !first || !last) return points
  const kept: P[] = [first]
  const size = (points.length - 2) / (threshold - 2)
  for (let bucket = 0; bucket < threshold - 2; bucket++) {
    const from = Math.floor(bucket * size) + 1
    const to = Math.floor((bucket + 1) * size) + 1
    const next = meanOf(points.slice(to, Math.max(to + 1, Math.floor((bucket + 2) * size) + 1)))
    kept.push(largest(points.slice(from, to), kept.at(-1) ?? first, next))
  }
  return [...kept, last]
}

function meanOf(points: readonly Place[]): Place {
  const sum = points.reduce((total, point) => ({ x: total.x + point.x, y: total.y + point.y }), { x: 0, y: 0 })
  return { x: sum.x / points.length, y: sum.y / points.length }
}

function largest<P extends Place>(bucket: readonly P[], before: Place, after: Place): P {
  return bucket.reduce((best, point) => (triangle(before, point, after) > triangle(before, best, after) ? point : best))
}

function triangle(a: Place, b: Place, c: Place): number {
  return Math.abs((a.x - c.x) * (b.y - a.y) - (a.x - b.x) * (c.y - a.y))
}
