import { expect, test } from 'vitest'
import { addDays, calendarDay } from '#shared/days.ts'
import { type ReviewPeriod, reviewPeriod, reviewPeriods } from '#shared/review.ts'
import { firstReadyDay, newestReady, readyDay } from './ready-day.ts'

const period = (name: string) => reviewPeriod(name) as ReviewPeriod

test.each([
  ['a season of which all is seen, and the days before it', '2026-11', '2026-09-01', '2026-11-18'],
  ['a season that waits for its 30th seen day', '2026-11', '2026-11-01', '2026-11-30'],
  ['a season that is over before the 30th seen day', '2026-11', '2026-11-20', null],
  ['a year', '2026', '2026-03-10', '2026-04-08'],
  ['a year that is over before', '2026', '2026-12-20', null],
  ['a year after that of the first day', '2027', '2026-12-20', '2027-01-30'],
])('%s', (_, name, since, day) => {
  expect(readyDay(period(name), calendarDay(since))).toBe(day)
})

test('the first review of all comes with the earliest of all periods', () => {
  for (let day = 0; day < 800; day++) {
    const since = addDays(calendarDay('2026-01-01'), day)
    const all = reviewPeriods(since, addDays(since, 90)).flatMap((each) => readyDay(each, since) ?? [])
    expect(firstReadyDay(since)).toBe(all.sort()[0])
  }
})

test.each([
  ['2026-09-01', '2026-11-17', '2026-10'],
  ['2026-09-01', '2026-11-18', '2026-11'],
  ['2026-11-10', '2026-11-27', undefined],
])('of somebody who is seen from %s on, on %s the newest season with a review is %s', (since, today, name) => {
  expect(newestReady(calendarDay(since), calendarDay(today))?.name).toBe(name)
})
