import { expect, it } from 'vitest'
import { duration } from './duration.ts'

it.each([
  [0, '0 seconds'],
  [-4, '0 seconds'],
  [1.4, '1 second'],
  [59, '59 seconds'],
  [60, '1 minute'],
  [170, '3 minutes'],
  [3600, '1 hour'],
  [90_000, '1 day'],
  [200_000, '2 days'],
])('%d seconds are %s', (seconds, words) => {
  expect(duration(seconds)).toBe(words)
})
