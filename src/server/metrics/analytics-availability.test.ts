import { describe, expect, it } from 'vitest'
import { TODAY } from '#test/daily-series.ts'
import { analyticsAvailability, analyticsCoverage } from './analytics-availability.ts'

describe('the availability of analytics', () => {
  it.each([
    // Today is 31 March 2026.
    [0, false, 'are none', '2026-04-06'], // seen from today on: today is day 1, 6 April day 7
    [1, true, 'is one', '2026-04-06'],
    [3, true, 'are 3', '2026-04-04'],
    [6, true, 'are 6', '2026-04-01'],
    [6, false, 'are 6', '2026-03-31'], // today's scan is still to come
  ])(
    'after %i days with observations (today among them: %j) says that there %s, and enough on %s',
    (observedDays, seenToday, soFar, day) => {
      expect(analyticsAvailability({ observedDays, seenToday }, TODAY)).toEqual({
        analytics_available: false,
        unavailable_reason: `Analytics need observations on 7 different days; so far there ${soFar}.`,
        available_on: day,
        observed_days: observedDays,
        learning: { observed_days: observedDays, needed: 7 },
      })
    },
  )

  it.each([7, 8, 90])('is given with %i days of observations', (observedDays) => {
    expect(analyticsAvailability({ observedDays, seenToday: false }, TODAY)).toEqual({
      analytics_available: true,
      unavailable_reason: null,
      available_on: null,
      observed_days: observedDays,
      learning: null,
    })
  })
})

it.each([
  [0, 0, null], // nothing tracked yet
  [0, 12, 0],
  [1, 3, 33.3],
  [12, 12, 100],
])('analytics coverage of %i of %i tracked clubs and players is %j percent', (available, tracked, percent) => {
  expect(analyticsCoverage(available, tracked)).toBe(percent)
})
