import { expect, it } from 'vitest'
import { analyticsCoverage } from './analytics-coverage.ts'

it.each([
  [0, 0, null], // nothing tracked yet
  [0, 12, 0],
  [1, 3, 33.3],
  [12, 12, 100],
])('%i of %i tracked entities with analytics are %j percent', (available, tracked, percent) => {
  expect(analyticsCoverage(available, tracked)).toBe(percent)
})
