import { expect, it, test } from 'vitest'
import { rated } from '#test/battle-answers.ts'
import { edgeText, rateInputs, sampleText, shownRate } from './WinRate.tsx'

it.each([
  ['6 wins, 2 losses', rated(6, 2)],
  ['1 win, 0 losses, 1 draw', rated(1, 0, 1)],
  ['51 to 68%', rated(9, 6)],
  ['51 to 71%', { ...rated(54, 36), high: 71.4 }],
  ['51 to 72%, fairly sure', { ...rated(54, 36), high: 72 }],
  ['51 to 81%, fairly sure', { ...rated(9, 6), high: 81 }],
  ['51 to 82%, unsure', { ...rated(120, 80), high: 82 }],
])('a rate can be trusted as far as "%s"', (text, counts) => {
  expect(sampleText(counts)).toBe(text)
})

test('a rate tells the counts, the usual rate and how much that counts', () => {
  expect(rateInputs(rated(54, 36, 2))).toEqual([
    ['Wins', 54],
    ['Losses', 36],
    ['Draws, left out', 2],
    ['Usual rate', '54%'],
    ['It counts like (k)', '25 battles'],
    ['95 of 100 cases', '51.0 to 68.0%'],
  ])
})

it.each([
  [null, null],
  [2, 'about as usual'],
  [-2, 'about as usual'],
  [2.1, '+2 points'],
  [8.2, '+8 points'],
  [-5.4, '−5 points'],
])('an edge of %s points is said as %s', (edge, text) => {
  expect(edgeText(edge)).toBe(text)
})

test('a rate near an end of its interval gives way to the interval and its middle', () => {
  expect(shownRate({ rate: 52, low: 15, high: 58 })).toEqual({ mark: 36.5, text: '15 to 58%' })
  expect(shownRate({ rate: 58.2, low: 48, high: 70 })).toEqual({ mark: 58.2, text: '58%' })
})
