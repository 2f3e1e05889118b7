import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nextSorting, sortRows } from './TableTools.tsx'

test('a column sorts ascending on the first click, descending on the second; another column begins ascending', () => {
  const first = nextSorting(null, 'trophies')
  expect(first).toEqual({ column: 'trophies', descending: false })
  const second = nextSorting(first, 'trophies')
  expect(second).toEqual({ column: 'trophies', descending: true })
  expect(nextSorting(second, 'trophies').descending).toBe(false)
  expect(nextSorting(second, 'name')).toEqual({ column: 'name', descending: false })
})

test('names sort alphabetically with numbers in them by size, numbers sort by size', () => {
  expect(sortRows(['zoe', 'Ada', 'player 10', 'player 9'], (name) => name, false)).toEqual([
    'Ada',
    'player 9',
    'player 10',
    'zoe',
  ])
  expect(sortRows([10, 9, 100], (size) => size, true)).toEqual([100, 10, 9])
})

test('rows without a key come last in both directions, and no row is lost', () => {
  fc.assert(
    fc.property(fc.array(fc.option(fc.integer())), fc.boolean(), (values, descending) => {
      const sorted = sortRows(values, (value) => value, descending)
      const known = sorted.filter((value) => value !== null)
      expect(sorted.slice(0, known.length)).toEqual(known)
      expect(known).toEqual(values.filter((value) => value !== null).toSorted((a, b) => (descending ? b - a : a - b)))
    }),
  )
})
