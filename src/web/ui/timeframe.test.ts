import { expect, test } from 'vitest'
import { TIMEFRAMES } from '#shared/days.ts'
import { timeframeOf, withTimeframe } from './timeframe.ts'

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

test.each(TIMEFRAMES)('a timeframe of %i days joins the query string, which keeps its other parts', (days) => {
  const search = withTimeframe({ tab: 'all', days: '14' }, days)
  expect(timeframeOf(`?days=${search.days ?? ''}`)).toBe(days)
  expect(search.tab).toBe('all')
})

test('the default timeframe is not in the query string', () => {
  expect(withTimeframe({ days: '7' }, 30).days).toBeUndefined()
})
