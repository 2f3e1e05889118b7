import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DAY_MS } from '#shared/days.ts'
import { dayLabel } from '#web/ui/RelativeTime.tsx'
import {
  dayTicks,
  downSample,
  MOST_POINTS,
  nearestDay,
  tickLabels,
  trendGeometry,
  valueAxis,
} from './trend-geometry.ts'
import { linearScale, type TrendPoint } from './trophy-points.ts'

function history(values: readonly (number | null)[]): TrendPoint[] {
  const start = Date.parse('2026-08-24')
  return values.map((value, index) => ({
    date: new Date(start + index * DAY_MS).toISOString().slice(0, 10),
    value,
    observed: value !== null,
    change: 0,
    reset: 0,
    gained: 0,
  }))
}

test('the line runs from edge to edge and breaks where nothing was observed', () => {
  const points = history([100, 120, null, 140, 150])
  const { box, x, stretches, gaps } = trendGeometry(points, 640, 260)
  expect(x('2026-08-24')).toBe(box.left)
  expect(x('2026-08-28')).toBe(box.right)
  expect(stretches).toHaveLength(2)
  expect(gaps).toHaveLength(1)
})

test('a lone day is a dot', () => {
  expect(trendGeometry(history([null, 500, null]), 640, 260).stretches[0]?.alone).not.toBeNull()
})

test('nothing drawn leaves the picture, however wide it is and whatever was won', () => {
  const values = fc.array(fc.option(fc.integer({ min: 0, max: 300_000 })), { minLength: 1, maxLength: 90 })
  fc.assert(
    fc.property(values, fc.integer({ min: 240, max: 1100 }), (trophies, width) => {
      const points = history(trophies)
      const geometry = trendGeometry(points, width, 264)
      const { box, valueTicks, dayTicks } = geometry
      for (const point of points) {
        expect(geometry.x(point.date)).toBeGreaterThanOrEqual(box.left)
        expect(geometry.x(point.date)).toBeLessThanOrEqual(box.right)
        if (point.value !== null) expect(geometry.y(point.value)).toBeLessThanOrEqual(box.bottom + 1e-9)
        if (point.value !== null) expect(geometry.y(point.value)).toBeGreaterThanOrEqual(box.top - 1e-9)
      }
      expect(valueTicks.length).toBeGreaterThan(0)
      expect(dayTicks.length).toBeGreaterThan(0)
      expect(JSON.stringify(geometry.stretches)).not.toContain('NaN')
    }),
  )
})

test('a pointer finds the nearest day, also beside the plot', () => {
  const points = history([1, 2, 3, 4, 5])
  const geometry = trendGeometry(points, 640, 260)
  for (const [index, { date }] of points.entries())
    expect(nearestDay(points, geometry, geometry.x(date) + 3)).toBe(index)
  expect(nearestDay(points, geometry, -50)).toBe(0)
  expect(nearestDay(points, geometry, 5000)).toBe(4)
})

test.each([
  [[48_000, 48_214], 200, [48_000, 48_050, 48_100, 48_150, 48_200, 48_250]],
  [[1_180_000, 1_258_000], 200, [1_180_000, 1_200_000, 1_220_000, 1_240_000, 1_260_000]],
  [[5000], 100, [4950, 5000, 5050]],
  [[], 200, [0, 1]],
])('an axis around %j in %i px has round ticks', (values, height, ticks) => {
  const axis = valueAxis(values, height)
  expect(axis.ticks).toEqual(ticks)
  expect(axis.domain[0]).toBeLessThan(axis.domain[1])
})

test('every value lies within its axis, at any height', () => {
  const trophies = fc.array(fc.integer({ min: 0, max: 2_000_000 }), { minLength: 1 })
  fc.assert(
    fc.property(trophies, fc.integer({ min: 60, max: 600 }), (values, height) => {
      const { domain, ticks } = valueAxis(values, height)
      expect(Math.min(...values)).toBeGreaterThanOrEqual(domain[0])
      expect(Math.max(...values)).toBeLessThanOrEqual(domain[1])
      expect(new Set(tickLabels(ticks)).size).toBe(ticks.length)
    }),
  )
})

test.each([
  [
    [1_240_000, 1_260_000],
    ['1.24M', '1.26M'],
  ],
  [
    [1_254_000, 1_256_000],
    ['1.254M', '1.256M'],
  ],
  [
    [46_800, 47_000, 47_200],
    ['46.8k', '47.0k', '47.2k'],
  ],
  [
    [-20, 0, 20],
    ['−20', '0', '20'],
  ],
  [
    [1_995_500, 1_995_750],
    ['1,995,500', '1,995,750'],
  ],
])('labels of %j share one unit and differ', (ticks, labels) => {
  expect(tickLabels(ticks)).toEqual(labels)
})

test('a scale maps the ends onto the ends, and a range without width onto the middle', () => {
  const scale = linearScale([10, 20], [100, 0])
  expect([scale(10), scale(15), scale(20)]).toEqual([100, 50, 0])
  expect(linearScale([7, 7], [0, 40])(7)).toBe(20)
})

test.each([
  [0, 600, []],
  [1, 600, [0]],
  [7, 600, [0, 1, 2, 3, 4, 5, 6]],
  [30, 300, [5, 13, 21, 29]],
  [90, 260, [29, 59, 89]],
])('%i days on %i px label the days %j', (count, width, ticks) => {
  expect(dayTicks(count, width)).toEqual(ticks)
})

test('labels never crowd, and today always has one', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 400 }), fc.integer({ min: 150, max: 1200 }), (count, width) => {
      const ticks = dayTicks(count, width)
      expect(ticks.at(-1)).toBe(count - 1)
      const pixelsPerDay = width / (count - 1)
      for (const [index, tick] of ticks.slice(1).entries())
        expect((tick - (ticks[index] ?? 0)) * pixelsPerDay).toBeGreaterThanOrEqual(71.9)
    }),
  )
})

test.each([
  ['2026-11-12', '12 Nov'],
  ['2026-03-01', '1 Mar'],
  ['2026-11-12T23:59:59.000Z', '12 Nov'],
  ['never', 'Unknown'],
])('%s reads %s everywhere in the world', (date, label) => {
  expect(dayLabel(date)).toBe(label)
})

const line = (heights: readonly number[]) => heights.map((y, x) => ({ x, y }))

test('a short line stays as it is', () => {
  const points = line([3, 1, 2])
  expect(downSample(points)).toBe(points)
})

test('a spike survives where an even choice would lose it', () => {
  const points = line(Array.from({ length: 5000 }, (_, index) => (index === 2500 ? 900 : 1)))
  const kept = downSample(points)
  expect(kept).toHaveLength(MOST_POINTS)
  expect(kept).toContainEqual({ x: 2500, y: 900 })
})

test('what is kept comes from the line, in order, with both ends', () => {
  const heights = fc.array(fc.integer({ min: -1000, max: 1000 }), { minLength: 1, maxLength: 400 })
  fc.assert(
    fc.property(heights, fc.integer({ min: 3, max: 120 }), (ys, threshold) => {
      const points = line(ys)
      const kept = downSample(points, threshold)
      expect(kept).toHaveLength(Math.min(points.length, threshold))
      expect(kept[0]).toBe(points[0])
      expect(kept.at(-1)).toBe(points.at(-1))
      expect(kept.map(({ x }) => x)).toEqual([...new Set(kept.map(({ x }) => x))].toSorted((a, b) => a - b))
    }),
  )
})
