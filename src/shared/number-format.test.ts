import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import {
  abbreviate,
  count,
  factsInWords,
  formatThousands,
  ordinal,
  percent,
  roundInShort,
  signed,
  wonText,
} from './number-format.ts'
import { makeTranslator, sayIn } from './texts.ts'

test.each([
  [0, '0'],
  [9999, '9,999'],
  [1_171_582, '1,171,582'],
  [-48_214, '−48,214'],
  [-0.4, '0'],
  [1199.5, '1,200'],
])('formatThousands(%d) is %s', (value, text) => expect(formatThousands(value)).toBe(text))

test('formatThousands writes whole numbers as the English locale does', () => {
  fc.assert(fc.property(fc.nat(2_000_000_000), (value) => formatThousands(value) === value.toLocaleString('en-US')))
})

test.each([
  [1000, '1k'],
  [125_000, '125k'],
  [1_000_000, '1M'],
  [1_025_000, '1.025M'],
])('roundInShort(%d) is %s', (value, text) => expect(roundInShort(value)).toBe(text))

describe('a number abbreviated for a label', () => {
  const size = fc.integer({ min: 0, max: 900_000_000 })

  it.each([
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
  ])('%d is %s', (value, text) => expect(abbreviate(value)).toBe(text))

  it('keeps its magnitude within half of the last digit shown', () => {
    fc.assert(
      fc.property(size, (value) => {
        const [, digits = '', unit = ''] = abbreviate(value).match(/^([\d.]+)([kM]?)$/) ?? []
        const scale = { '': 1, k: 1000, M: 1_000_000 }[unit] ?? Number.NaN
        return Math.abs(Number(digits) * scale - value) <= Math.max(0.051 * scale, 0.005 * value)
      }),
    )
  })

  it('has at most five characters beside its unit', () => {
    fc.assert(fc.property(size, (value) => abbreviate(value).replace(/[kM]$/, '').length <= 5))
  })
})

test.each([
  [0, '0'],
  [1820, '1,820'],
  [9999, '9,999'],
  [10_000, '10k'],
  [12_350, '12.4k'],
  [12_449, '12.4k'],
  [999_949, '999.9k'],
  [999_950, '1M'],
  [1_234_567, '1.2M'],
])('%i abbreviated for a sentence is %s', (size, text) => expect(abbreviate(size, 'sentence')).toBe(text))

test.each([
  [85_651, '+85,651 won'],
  [0, '0 won'],
  [-1200, '1,200 lost'],
  [-125_651, '126k lost'],
  [125_651, '+126k won'],
])('%i won by play is %s', (gain, text) => expect(wonText(gain)).toBe(text))

describe('a change with its sign', () => {
  it.each([
    [1820, '+1,820'],
    [-12, '−12'],
    [0, '±0'],
    [-0.2, '±0'],
  ])('%d is %s', (change, text) => expect(signed(change)).toBe(text))

  it.each([
    [1820, '+1,820'],
    [-320, '−320'],
    [0, '0'],
  ])('%d is %s in a sentence', (change, text) => expect(signed(change, formatThousands, { zero: '' })).toBe(text))

  it('may be abbreviated', () => expect(signed(12_400, abbreviate)).toBe('+12.4k'))

  it('reads the same as the opposite change but for the sign', () => {
    const size = fc.integer({ min: 0, max: 900_000_000 })
    fc.assert(fc.property(size, (value) => signed(value).slice(1) === signed(-value).slice(1)))
  })
})

test.each([
  [83.2, '83%'],
  [4.5, '4.5%'],
  [100, '100%'],
  [-3.25, '−3.3%'],
  [88.4, '88%'],
  [(100 * 23) / 26, '88%'],
])('%d percent is %s', (value, text) => expect(percent(value)).toBe(text))

test('things are counted in singular and plural', () => {
  expect([0, 1, 2, 1200].map((size) => count(size, 'member'))).toEqual([
    '0 members',
    '1 member',
    '2 members',
    '1,200 members',
  ])
  expect(count(2, 'trophy', 'trophies')).toBe('2 trophies')
})

test('ordinals are English', () => {
  const ranks = [1, 2, 3, 4, 10, 11, 12, 13, 21, 22, 23, 30, 101, 111]
  const text = '1st 2nd 3rd 4th 10th 11th 12th 13th 21st 22nd 23rd 30th 101st 111th'
  expect(ranks.map(ordinal).join(' ')).toBe(text)
})

test('facts stand one after another as the language writes lists, without what is not known', () => {
  expect(factsInWords(['Ada', null, 'Milo'])).toBe('Ada, Milo')
  const japanese = makeTranslator('ja', { 'number.separator': ['、'] })
  expect(sayIn(japanese, () => factsInWords(['Ada', false, 'Milo']))).toBe('Ada、Milo')
})

test('a sign stands before its number also where a line runs from right to left', () => {
  const arabic = makeTranslator('ar', {})
  expect(sayIn(arabic, () => [signed(1820), signed(-12), formatThousands(-1200), signed(0)])).toEqual([
    '\u200e+1,820',
    '\u200e−12',
    '\u200e−1,200',
    '±0',
  ])
})
