import { expect, test } from 'vitest'
import { TIMEFRAMES } from '#shared/days.ts'
import { timeframeOf, withTimeframe } from './TimeframeChoice.tsx'

test.each([
  ['', 30],
  ['?days=7', 7],
  ['?days=90&x=1', 90],
  ['?days=31', 30],
  ['?days=7.0', 30],
  ['?days=', 30],
])('the address "%s" asks for %i days', (address, days) => {
  expect(timeframeOf(address)).toBe(days)
})

test.each(TIMEFRAMES)('a timeframe of %i days is added to the address, which keeps its other parts', (days) => {
  const address = withTimeframe('https://site.test/club/2PYL?tab=all&days=14#members', days)
  expect(timeframeOf(new URL(address).search)).toBe(days)
  expect(address).toContain('tab=all')
  expect(address).toContain('#members')
})

test('the default timeframe is not in the address', () => {
  expect(withTimeframe('https://site.test/club/2PYL?days=7', 30)).toBe('https://site.test/club/2PYL')
})
