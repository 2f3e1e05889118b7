import { expect, test } from 'vitest'
import { symbolOfMode } from './Emblem.tsx'
import drawn from './emblems.svg?raw'

const SYMBOLS = new Set([...drawn.matchAll(/<symbol id="(\w+)"/g)].map(([, id]) => id))

test.each([
  ['gemGrab', 'gemGrab'],
  ['knockout5V5', 'knockout'],
  ['trioShowdown', 'trioShowdown'],
  ['somethingNew', 'mode'],
  ['unknown', 'mode'],
  ['silent', 'mode'],
])('the mode %s has the shape %s', (mode, symbol) => {
  expect(symbolOfMode(mode)).toBe(symbol)
})

test('every shape that a page may name is drawn', () => {
  const named = [...SYMBOLS].filter((id) => id !== undefined && symbolOfMode(id) === id)
  const own = ['mode', 'silent', 'quiet', 'form', 'new', 'reset', 'bots']
  expect(new Set([...named, ...own])).toEqual(SYMBOLS)
  expect(named.length).toBeGreaterThan(20)
})
