import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addDays,
  calendarDay,
  dayInWords,
  dayOf,
  daysBetween,
  dayWindow,
  isStale,
  monthOf,
  seasonEnds,
  writeDate,
} from './days.ts'
import { LANGUAGE_CODES } from './languages.ts'
import { makeTranslator, sayIn } from './texts.ts'

const anyDay = fc
  .date({ min: new Date('1970-01-01T00:00:00Z'), max: new Date('2199-12-31T00:00:00Z'), noInvalidDate: true })
  .map(dayOf)

describe('a calendar day', () => {
  it.each([
    ['2026-03-29T00:00:00.000Z', '2026-03-29'],
    ['2026-03-29T23:59:59.999Z', '2026-03-29'],
    ['2026-03-29T23:30:00.000-02:00', '2026-03-30'], // 01:30 UTC on the next day
  ])('of %s is the UTC date %s', (moment, day) => {
    expect(dayOf(new Date(moment))).toBe(day)
  })

  it('is written in words as Americans write it', () => {
    fc.assert(
      fc.property(anyDay, (day) => {
        const american = { dateStyle: 'medium', timeZone: 'UTC' } as const
        expect(dayInWords(day)).toBe(new Date(day).toLocaleDateString('en-US', american))
      }),
    )
  })

  it.each([
    ['2024-02-28', 1, '2024-02-29'], // leap year
    ['2026-02-28', 1, '2026-03-01'],
    ['2026-01-01', -1, '2025-12-31'],
    ['2026-03-28', 2, '2026-03-30'], // daylight saving time begins in between
    ['2026-03-28', 0, '2026-03-28'],
  ])('%s and %i days is %s', (day, days, later) => {
    expect(addDays(calendarDay(day), days)).toBe(later)
    expect(daysBetween(calendarDay(day), calendarDay(later))).toBe(days)
  })

  it.each(['2026-02-29', '2026-13-01', '2026-3-1', '', 'today', '2026-03-01T00:00:00Z'])('%j is not one', (text) => {
    expect(() => calendarDay(text)).toThrow(RangeError)
  })

  it.each([
    ['2026-03-01', '2026-03-01'],
    ['2024-02-29', '2024-02-01'],
    ['2025-12-31', '2025-12-01'],
  ])('%s is of the month that begins with %s', (day, first) => {
    expect(monthOf(calendarDay(day))).toBe(first)
  })

  it('does not exist for an invalid moment or outside the years 100 to 9999', () => {
    expect(() => dayOf(new Date(Number.NaN))).toThrow(RangeError)
    expect(() => addDays(calendarDay('9999-12-31'), 1)).toThrow(RangeError)
    expect(() => addDays(calendarDay('0100-01-01'), -1)).toThrow(RangeError)
  })

  it('is the same after any number of days forward and back', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: -5000, max: 5000 }), (day, days) => {
        expect(addDays(addDays(day, days), -days)).toBe(day)
        expect(daysBetween(day, addDays(day, days))).toBe(days)
        expect(addDays(day, days) > day).toBe(days > 0)
      }),
    )
  })
})

describe('a window', () => {
  it('of 3 days is the day before yesterday, yesterday, today', () => {
    expect(dayWindow(calendarDay('2026-03-01'), 3)).toEqual(['2026-02-27', '2026-02-28', '2026-03-01'])
  })

  it('has as many dates as asked for, in order without gaps, and ends with today', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: 1, max: 120 }), (today, days) => {
        const dates = dayWindow(today, days)
        expect(dates).toHaveLength(days)
        expect(dates.at(-1)).toBe(today)
        dates.slice(1).forEach((day, index) => {
          expect(daysBetween(dates[index] ?? day, day)).toBe(1)
        })
      }),
    )
  })
})

const iso = (dates: Date[]) => dates.map((date) => date.toISOString())

describe('season ends', () => {
  it('fall on the first Thursday of each month at 08:00 UTC, also over the turn of a year', () => {
    expect(iso(seasonEnds(new Date('2024-12-01T00:00:00Z'), new Date('2025-06-01T00:00:00Z')))).toEqual([
      '2024-12-05T08:00:00.000Z',
      '2025-01-02T08:00:00.000Z',
      '2025-02-06T08:00:00.000Z',
      '2025-03-06T08:00:00.000Z',
      '2025-04-03T08:00:00.000Z',
      '2025-05-01T08:00:00.000Z',
    ])
  })

  it('include the first moment of the span and not the last', () => {
    const end = new Date('2026-01-01T08:00:00Z')
    expect(iso(seasonEnds(end, new Date(end.getTime() + 1)))).toEqual(['2026-01-01T08:00:00.000Z'])
    expect(seasonEnds(new Date('2026-01-01T00:00:00Z'), end)).toEqual([])
  })

  it('are none in an empty, reversed or invalid span', () => {
    const end = new Date('2026-01-01T08:00:00Z')
    expect(seasonEnds(end, end)).toEqual([])
    expect(seasonEnds(new Date('2026-03-01T00:00:00Z'), new Date('2026-01-01T00:00:00Z'))).toEqual([])
    expect(seasonEnds(new Date(Number.NaN), end)).toEqual([])
  })
})

it.each([
  ['2026-11-21T11:00:00Z', false],
  ['2026-11-20T12:00:00Z', false],
  ['2026-11-20T11:59:59Z', true],
  ['2026-11-21T13:00:00Z', false], // the clock was put back since; that does not make data old
])('whether data of %s is stale at noon of 21 November: %s', (observed, stale) => {
  expect(isStale(new Date(observed), new Date('2026-11-21T12:00:00Z'))).toBe(stale)
})

describe('dates in other languages', () => {
  const months = Array.from({ length: 12 }, (_, month) => `2026-${String(month + 1).padStart(2, '0')}-21`)

  it.each(LANGUAGE_CODES)('end with no full stop in %s, which a sentence would repeat', (language) => {
    const written = sayIn(makeTranslator(language, {}), () =>
      months.flatMap((day) => [
        dayInWords(day),
        writeDate(new Date(day), { month: 'short', day: 'numeric' }),
        writeDate(new Date(day), { month: 'long', year: 'numeric' }),
      ]),
    )
    expect(written.filter((text) => text.endsWith('.'))).toEqual([])
  })
})
