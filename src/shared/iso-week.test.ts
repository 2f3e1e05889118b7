import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addDays, type CalendarDay, calendarDay } from './days.ts'
import { isoWeekBegin, isoWeekName, mondayOf, weekInWords } from './iso-week.ts'

// By the examples of ISO 8601 and a calendar.
it.each([
  ['2025-12-29', '2026-W01'],
  ['2026-11-16', '2026-W47'],
  ['2026-12-28', '2026-W53'],
  ['2027-01-04', '2027-W01'],
  ['2024-12-30', '2025-W01'],
  ['2020-12-28', '2020-W53'],
])('the week that begins on %s is %s', (monday, name) => {
  expect(isoWeekName(calendarDay(monday))).toBe(name)
  expect(isoWeekBegin(name)).toBe(monday)
})

it.each(['2026-W00', '2026-W54', '2027-W53', '2026-W7', '2026W47', '0099-W01', '', '2026-47'])(
  '"%s" is no week',
  (text) => {
    expect(isoWeekBegin(text)).toBeNull()
  },
)

it.each([
  ['2026-03-01', '2026-02-23'],
  ['2026-03-02', '2026-03-02'],
  ['2026-03-08', '2026-03-02'],
  ['2026-01-01', '2025-12-29'],
])('the week of %s begins on %s', (day, monday) => {
  expect(mondayOf(calendarDay(day))).toBe(monday)
})

it('every Monday has a name of its own, which leads back to it', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 8000 }), (weeks) => {
      const monday = addDays('1970-01-05' as CalendarDay, 7 * weeks)
      expect(isoWeekBegin(isoWeekName(monday))).toBe(monday)
    }),
  )
})

it('a week is told by its first and last day', () => {
  expect(weekInWords(calendarDay('2026-11-16'))).toBe('Nov 16 to Nov 22, 2026')
})
