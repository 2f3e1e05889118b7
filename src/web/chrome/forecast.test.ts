import { expect, test } from 'vitest'
import { accuracyText, trophiesIn } from './Forecast.tsx'

test.each([
  ['100000', 100_000],
  ['100,000', 100_000],
  ['100 000', 100_000],
  [' 100k ', 100_000],
  ['62.5K', 62_500],
  ['1.2M', 1_200_000],
  ['', null],
  ['0', null],
  ['-5', null],
  ['1.5', null],
  ['1e5', null],
  ['0x10', null],
  ['soon', null],
  ['200M', null],
])('the number of trophies in "%s" is %j', (text, trophies) => {
  expect(trophiesIn(text)).toBe(trophies)
})

test('how often ranges held is told of ten, and not at all while it is not known', () => {
  expect(accuracyText({ ranges: 1200, held: 961, checked_on: '2026-03-01' })).toBe(
    '8 of 10 such ranges held in the last month.',
  )
  expect(accuracyText(null)).toContain('not known here yet')
})
