import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { TrendPoint } from './observed-runs.ts'
import { nearestDay, trendGeometry } from './trend-geometry.ts'

function history(values: readonly (number | null)[]): TrendPoint[] {
  const start = Date.parse('2026-08-24')
  return values.map((value, index) => ({
    date: new Date(start + index * 86_400_000).toISOString().slice(0, 10),
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
