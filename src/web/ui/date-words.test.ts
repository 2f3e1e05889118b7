import { expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '#shared/days.ts'
import { makeTranslator, sayIn } from '#shared/texts.ts'
import { dayLabel, duration, fullTime, momentOf, relativeTime, shortDay, timeLeft } from './date-words.ts'

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
])('a time at %s, seen at noon, was "%s"', (time, text) => expect(relativeTime(time, NOW)).toBe(text))

test('a calendar date is the same day in every time zone', () => expect(shortDay('2026-11-21')).toBe('Nov 21, 2026'))

test('a text that is no date is an unknown day', () => expect(shortDay('yesterday')).toBe('Unknown'))

test.each([
  [0, '0 seconds'],
  [-4, '0 seconds'],
  [1.4, '1 second'],
  [59, '59 seconds'],
  [60, '1 minute'],
  [170, '3 minutes'],
  [3600, '1 hour'],
  [90_000, '1 day'],
  [200_000, '2 days'],
])('a duration of %d seconds is "%s"', (seconds, words) => {
  expect(duration(seconds)).toBe(words)
})

test.each([
  ['2026-11-12', 'Nov 12'],
  ['2026-03-01', 'Mar 1'],
  ['2026-11-12T23:59:59.000Z', 'Nov 12'],
  ['never', 'Unknown'],
])('the day of %s is "%s" in every language and time zone', (date, label) => {
  expect(dayLabel(date)).toBe(label)
})

test("a moment has its day only when that is not the visitor's today", () => {
  const now = new Date(2026, 10, 21, 13, 0).getTime()
  const today = new Date(2026, 10, 21, 0, 5).toISOString()
  const yesterday = new Date(2026, 10, 20, 23, 55).toISOString()
  expect(momentOf(today, now)).toBe('00:05')
  expect(fullTime(today)).toContain(momentOf(today, now))
  expect(momentOf(yesterday, now)).toBe(fullTime(yesterday))
})

test('a full time is written in the language of the page, whoever came first', () => {
  const time = new Date(2026, 9, 21, 13, 0).toISOString()
  const inLanguage = (language: 'de' | 'es') => sayIn(makeTranslator(language, {}), () => fullTime(time))
  expect([inLanguage('de'), inLanguage('es')]).toEqual(['21.10.2026, 13:00', '21 oct 2026, 13:00'])
})

test.each([
  [2 * HOUR_MS + 13.9 * MINUTE_MS, '2 h 13 min left'],
  [13 * MINUTE_MS, '13 min left'],
  [27 * HOUR_MS, '1 d 3 h left'],
  [59_000, 'under a minute left'],
  [0, 'over'],
])('%i milliseconds are %s', (ms, words) => expect(timeLeft(ms)).toBe(words))
