import { expect, it, test } from 'vitest'
import { rated } from '#test/battle-answers.ts'
import { edgeText, rateInputs, sampleText } from './WinRate.tsx'

it.each([
  ['6 wins, 2 losses', rated(6, 2)],
  ['1 win, 0 losses, 1 draw', rated(1, 0, 1)],
  ['45 to 75%, unsure', rated(9, 6)],
  ['51 to 69%, fairly sure', rated(54, 36)],
  ['54 to 66%', rated(120, 80)],
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
    ['In 95 of 100 cases', '51.1 to 68.9%'],
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
