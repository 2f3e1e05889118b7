import { describe, expect, it } from 'vitest'
import { TODAY } from '#test/daily-series.ts'
import { analyticsAvailability, analyticsCoverage } from './analytics-availability.ts'

describe('analytics need 7 days of observations', () => {
  it.each([
    // Today is 31 March 2026.
    [0, false, 'are none', '2026-04-06'], // seen from today on: today is day 1, 6 April day 7
    [1, true, 'is one', '2026-04-06'],
    [3, true, 'are 3', '2026-04-04'],
    [6, true, 'are 6', '2026-04-01'],
    [6, false, 'are 6', '2026-03-31'], // today's scan is still to come
  ])('%i days, today among them: %j', (observedDays, seenToday, soFar, day) => {
    expect(analyticsAvailability({ observedDays, seenToday }, TODAY)).toEqual({
      analytics_available: false,
      unavailable_reason: `Analytics need observations on 7 different days; so far there ${soFar}.`,
      available_on: day,
      observed_days: observedDays,
    })
  })

  it.each([7, 8, 90])('%i days are enough', (observedDays) => {
    expect(analyticsAvailability({ observedDays, seenToday: false }, TODAY)).toEqual({
      analytics_available: true,
      unavailable_reason: null,
      available_on: null,
      observed_days: observedDays,
    })
  })
})

it.each([
  [0, 0, null], // nothing tracked yet
  [0, 12, 0],
  [1, 3, 33.3],
  [12, 12, 100],
])('%i of %i tracked entities with analytics are %j percent', (available, tracked, percent) => {
  expect(analyticsCoverage(available, tracked)).toBe(percent)
})
