import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { oneDecimal } from './one-decimal.ts'

describe('rounding to one decimal', () => {
  it.each([
    [66.666, 66.7],
    [12.25, 12.3], // halves away from 0
    [1.15, 1.2], // a hair below in binary
    [-2.25, -2.3],
    [100.00000000000001, 100],
    [-0.04, 0],
    [0, 0],
    [null, null],
  ])('%f is %f', (figure, shown) => {
    expect(oneDecimal(figure)).toBe(shown)
  })

  it('is off by half a tenth at most, and treats gain and loss alike', () => {
    fc.assert(
      fc.property(fc.double({ min: -1e6, max: 1e6, noNaN: true }), (figure) => {
        expect(Math.abs(oneDecimal(figure) - figure)).toBeLessThanOrEqual(0.05 + 1e-9)
        expect(oneDecimal(-figure) + 0).toBe(-oneDecimal(figure) + 0)
      }),
    )
  })
})
