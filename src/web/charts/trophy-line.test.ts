import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sparklinePath } from './TrophyLine.tsx'

test('a sparkline breaks at an unknown day', () => {
  expect(sparklinePath([1, 2, null, 3, 4]).match(/M/g)).toHaveLength(2)
})

test('a sparkline needs two known days', () => {
  expect(sparklinePath([null, 5])).toBe('')
})

test('a sparkline has a valid path for any values', () => {
  fc.assert(
    fc.property(fc.array(fc.option(fc.integer())), (values) => {
      expect(sparklinePath(values)).not.toContain('NaN')
    }),
  )
})
