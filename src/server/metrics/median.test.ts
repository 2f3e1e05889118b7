import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { median } from './median.ts'

describe('the median', () => {
  it.each([
    [[7], 7],
    [[3, 1], 2],
    [[9, 1, 5], 5],
    [[4, 1, 3, 2], 2.5],
    [[0, 0, 0, 0, 8], 0],
    [[-2, -1, -1, 5], -1],
  ])('of %j is %f', (values, middle) => {
    expect(median(Float64Array.from(values))).toBe(middle)
  })

  it('is what sorting gives', () => {
    const value = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.double({ min: -1e6, max: 1e6, noNaN: true }))
    fc.assert(
      fc.property(fc.array(value, { minLength: 1, maxLength: 200 }), (values) => {
        const sorted = values.toSorted((one, other) => one - other)
        const [low, high] = [sorted[(values.length - 1) >> 1] ?? 0, sorted[values.length >> 1] ?? 0]
        expect(median(Float64Array.from(values))).toBeCloseTo((low + high) / 2, 12)
      }),
    )
  })
})
