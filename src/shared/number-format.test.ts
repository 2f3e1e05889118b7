import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { abbreviate, percent, signed, thousands } from './number-format.ts'

test.each([
  [0, '0'],
  [950, '950'],
  [999.96, '1k'],
  [1000, '1k'],
  [12_400, '12.4k'],
  [99_949, '99.9k'],
  [99_960, '100k'],
  [125_600, '126k'],
  [999_499, '999k'],
  [999_500, '1M'],
  [1_260_000, '1.26M'],
  [12_345_678, '12.3M'],
  [-12_400, '−12.4k'],
  [-0.04, '0'],
])('%d trophies read %s', (value, text) => expect(abbreviate(value)).toBe(text))

test.each([
  [1820, '+1,820'],
  [-12, '−12'],
  [0, '±0'],
  [-0.2, '±0'],
])('a change of %d reads %s', (change, text) => expect(signed(change)).toBe(text))

test.each([
  [83.2, '83%'],
  [4.5, '4.5%'],
  [100, '100%'],
  [-3.25, '−3.3%'],
])('%d percent reads %s', (value, text) => expect(percent(value)).toBe(text))

test('a signed change can be abbreviated', () => expect(signed(12_400, abbreviate)).toBe('+12.4k'))
test('thousands are separated', () => expect(thousands(-48_214)).toBe('−48,214'))

describe('whatever the number', () => {
  const size = fc.integer({ min: 0, max: 900_000_000 })

  it('keeps its magnitude within half of the last digit shown', () => {
    fc.assert(
      fc.property(size, (value) => {
        const [, digits = '', unit = ''] = abbreviate(value).match(/^([\d.]+)([kM]?)$/) ?? []
        const scale = { '': 1, k: 1000, M: 1_000_000 }[unit] ?? Number.NaN
        return Math.abs(Number(digits) * scale - value) <= Math.max(0.051 * scale, 0.005 * value)
      }),
    )
  })

  it('is written with at most four characters beside its unit', () => {
    fc.assert(fc.property(size, (value) => abbreviate(value).replace(/[kM]$/, '').length <= 5))
  })

  it('reads the same with the opposite sign', () => {
    fc.assert(fc.property(size, (value) => signed(value).slice(1) === signed(-value).slice(1)))
  })
})
