import { expect, it } from 'vitest'
import { isStale } from './staleness.ts'

it.each([
  ['2026-11-21T11:00:00Z', false],
  ['2026-11-20T11:00:00Z', false],
  ['2026-11-20T10:59:59Z', true],
  ['2026-11-21T13:00:00Z', false], // a clock that jumped back is no reason to call data old
])('data of %s seen at noon of the 21st: stale %s', (observed, stale) => {
  expect(isStale(new Date(observed), new Date('2026-11-21T12:00:00Z'))).toBe(stale)
})
