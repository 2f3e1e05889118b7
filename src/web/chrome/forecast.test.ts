import { expect, test } from 'vitest'
import { accuracyText, chanceText } from './Forecast.tsx'
import { trophiesIn } from './trophies-in.ts'

test.each([
  ['100000', 100_000],
  ['100,000', 100_000],
  ['100 000', 100_000],
  [' 100k ', 100_000],
  ['62.5K', 62_500],
  ['1.2M', 1_200_000],
  ['100.000', 100_000],
  ['1,2 M', 1_200_000],
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

test.each([
  [{ ranges: 1200, held: 961, below: 120, above: 119 }, 'Right 8 of 10 times in the last month.'],
  [{ ranges: 100, held: 75, below: 10, above: 15 }, 'Right 8 of 10 times in the last month.'],
  [{ ranges: 100, held: 85, below: 8, above: 7 }, 'Right 8 of 10 times in the last month.'],
  [{ ranges: 100, held: 74, below: 6, above: 20 }, 'Right in 74% in the last month, more often better than said.'],
  [{ ranges: 100, held: 60, below: 30, above: 10 }, 'Right in 60% in the last month, more often worse than said.'],
  [{ ranges: 100, held: 90, below: 5, above: 5 }, 'Right in 90% in the last month.'],
])('how often ranges held is told as measured: %j', (counts, text) => {
  expect(accuracyText({ ...counts, checked_on: '2026-03-01' })).toBe(text)
})

test('nothing is promised before ranges were checked', () => {
  expect(accuracyText(null)).toBe('Not checked yet.')
})

test.each([
  [100, 'Almost certain'],
  [98, 'Almost certain'],
  [80, '80% likely'],
])('a number that %i of 100 futures reach is called "%s"', (futures, words) => {
  expect(chanceText(futures)).toBe(words)
})
