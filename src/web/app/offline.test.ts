import { expect, it } from 'vitest'
import { keptText } from './offline.ts'

it('a visitor is told since when a page was kept, or that there is no network', () => {
  expect(keptText(String(Date.parse('2026-03-01T12:00:00')), true)).toMatch(/^This page is as of Mar 1, 2026, 12:00/)
  expect(keptText(undefined, false)).toBe('You are offline. Pages show what you saw last.')
  expect(keptText(undefined, true)).toBeNull()
  expect(keptText('null', true)).toBeNull()
})
