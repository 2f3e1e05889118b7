import fc from 'fast-check'
import { expect, test } from 'vitest'
import { downSample, MOST_POINTS } from './down-sample.ts'

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
