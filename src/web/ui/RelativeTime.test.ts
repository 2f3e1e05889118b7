import { expect, it, test } from 'vitest'
import { duration, relativeTime, shortDay } from './RelativeTime.tsx'

const NOW = Date.parse('2026-11-21T12:00:00Z')

test.each([
  ['2026-11-21T12:00:00Z', 'Just now'],
  ['2026-11-21T11:59:01Z', 'Just now'],
  ['2026-11-21T12:05:00Z', 'Just now'],
  ['2026-11-21T11:59:00Z', '1 minute ago'],
  ['2026-11-21T11:00:01Z', '59 minutes ago'],
  ['2026-11-21T11:00:00Z', '1 hour ago'],
  ['2026-11-20T12:00:01Z', '23 hours ago'],
  ['2026-11-20T12:00:00Z', '1 day ago'],
  ['2026-08-13T12:00:00Z', '100 days ago'],
  ['no time', 'Unknown'],
])('%s was %s', (time, text) => expect(relativeTime(time, NOW)).toBe(text))

test('a calendar day is the same day in every zone', () => expect(shortDay('2026-11-21')).toBe('Nov 21, 2026'))

test('a broken date is unknown', () => expect(shortDay('yesterday')).toBe('Unknown'))

it.each([
  [0, '0 seconds'],
  [-4, '0 seconds'],
  [1.4, '1 second'],
  [59, '59 seconds'],
  [60, '1 minute'],
  [170, '3 minutes'],
  [3600, '1 hour'],
  [90_000, '1 day'],
  [200_000, '2 days'],
])('%d seconds are %s', (seconds, words) => {
  expect(duration(seconds)).toBe(words)
})
