import { expect, it } from 'vitest'
import { chanceWord, goalWords } from './club-goal.ts'

it.each([
  ['total', 1_300_000, '1,300,000 trophies by Dec 3, 2026'],
  ['gain', 50_000, '+50,000 trophies by Dec 3, 2026'],
] as const)('a goal of kind %s is told in words', (kind, trophies, words) => {
  expect(goalWords({ kind, trophies, until: '2026-12-03' })).toBe(words)
})

it.each([
  [100, 'almost certain'],
  [95, 'almost certain'],
  [65, 'likely'],
  [64, 'possible'],
  [35, 'possible'],
  [34, 'unlikely'],
  [6, 'unlikely'],
  [5, 'very unlikely'],
  [0, 'very unlikely'],
])('%i of 100 futures are called %s', (futures, word) => {
  expect(chanceWord(futures)).toBe(word)
})
