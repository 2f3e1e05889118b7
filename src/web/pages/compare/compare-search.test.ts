import { expect, it } from 'vitest'
import { compareSearchOf, wrongTag } from './compare-search.ts'

it.each([
  [{}, { type: 'player' }],
  [
    { type: 'club', a: '#2ypq', b: ' 2YPO ' },
    { type: 'club', a: '2YPQ', b: '2YP0' },
  ],
  [{ type: 'mars', a: 'nonsense', b: '<script>' }, { type: 'player' }],
  [{ a: '2YPQ' }, { type: 'player', a: '2YPQ' }],
  [
    { a: '2YPQ', b: '2ypq' },
    { type: 'player', a: '2YPQ' },
  ],
])('the address %o compares %o', (raw, search) => {
  expect(compareSearchOf(raw)).toEqual(search)
})

it.each([
  ['HELLO', 'HELLO'],
  [' <b> ', '<b>'],
  ['2ypq', null],
  ['', null],
  [undefined, null],
])('of %j, %j is no tag', (text, wrong) => {
  expect(wrongTag(text)).toBe(wrong)
})
