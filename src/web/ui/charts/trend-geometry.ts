import { bisector } from 'd3-array'
import { area, curveMonotoneX, line } from 'd3-shape'
import { dayTicks } from './day-ticks.ts'
import { downSample, MOST_POINTS, type Place } from './down-sample.ts'
import { linearScale } from './linear-scale.ts'
import { gapsBetween, observedRuns, type TrendPoint } from './observed-runs.ts'
import { tickLabels } from './tick-label.ts'
import { valueAxis } from './value-axis.ts'

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
