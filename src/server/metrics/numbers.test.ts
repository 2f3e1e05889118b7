import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compact, count, grouped, oneDecimal, ordinal, signed } from './numbers.ts'

describe('a figure with one decimal', () => {
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

  it('is never farther off than half a tenth and the same for gain and loss', () => {
    fc.assert(
      fc.property(fc.double({ min: -1e6, max: 1e6, noNaN: true }), (figure) => {
        expect(Math.abs(oneDecimal(figure) - figure)).toBeLessThanOrEqual(0.05 + 1e-9)
        expect(oneDecimal(-figure) + 0).toBe(-oneDecimal(figure) + 0)
      }),
    )
  })
})

describe('numbers in words', () => {
  it.each([
    [0, '0'],
    [1820, '1,820'],
    [9999, '9,999'],
    [10_000, '10k'],
    [12_449, '12.4k'],
    [999_949, '999.9k'],
    [999_950, '1M'],
    [1_234_567, '1.2M'],
  ])('%i is %s', (size, text) => {
    expect(compact(size)).toBe(text)
  })

  it.each([
    [1820, '+1,820'],
    [-320, '−320'],
    [0, '0'],
  ])('%i with its sign is %s', (value, text) => {
    expect(signed(value, grouped)).toBe(text)
  })

  it('count things in singular and plural', () => {
    expect([0, 1, 2, 1200].map((size) => count(size, 'member'))).toEqual([
      '0 members',
      '1 member',
      '2 members',
      '1,200 members',
    ])
    expect(count(2, 'trophy', 'trophies')).toBe('2 trophies')
  })

  it('have English ordinals', () => {
    const ranks = [1, 2, 3, 4, 10, 11, 12, 13, 21, 22, 23, 30, 101, 111]
    const text = '1st 2nd 3rd 4th 10th 11th 12th 13th 21st 22nd 23rd 30th 101st 111th'
    expect(ranks.map(ordinal).join(' ')).toBe(text)
  })
})
