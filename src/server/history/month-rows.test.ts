import { describe, expect, it } from 'vitest'
import { calendarDay } from '#shared/calendar-day.ts'
import { type MonthRow, seriesOf } from './month-rows.ts'

const row = (month: string, trophies: (number | null)[], given: Partial<MonthRow> = {}): MonthRow => ({
  month,
  trophies,
  changes: trophies.map((close) => (close === null ? null : 1)),
  scans: trophies.map((close) => (close === null ? null : 4)),
  ...given,
})

const span = (from: string, today: string) => ({
  from: calendarDay(from),
  today: calendarDay(today),
  firstSeenAt: new Date('2026-01-05T10:00:00Z'),
  firstTrophies: 900,
})

/** The last days of February, and two of March. */
const february = row('2026-02-01', [...new Array(25).fill(null), 1000, null, 1010])
const march = row('2026-03-01', [1020, null, 1030])

describe('a window over stored months', () => {
  it('goes over the end of a month; a day that nobody saw stays open', () => {
    expect(seriesOf([february, march], [], span('2026-02-27', '2026-03-04'))).toEqual({
      from: '2026-02-27',
      closes: [null, 1010, 1020, null, 1030, null],
      changes: [null, 1, 1, null, 1, null],
      scans: [0, 4, 4, 0, 4, 0],
      resets: [0, 0, 0, 0, 0, 0],
      before: { day: '2026-02-26', close: 1000 },
      firstObserved: '2026-01-05',
      firstTrophies: 900,
    })
  })

  it.each([
    ['of the same month', [march], '2026-03-03', { day: '2026-03-01', close: 1020 }],
    [
      'of an earlier month, with newer ones in the window',
      [february, march],
      '2026-03-01',
      { day: '2026-02-28', close: 1010 },
    ],
    ['of months ago', [february], '2026-05-01', { day: '2026-02-28', close: 1010 }],
    ['there is none', [march], '2026-03-01', null],
  ])('begins with the last close before it: %s', (_story, months, from, before) => {
    expect(seriesOf(months, [], span(from, '2026-05-02')).before).toEqual(before)
  })

  it('shows what a battle log knows of a day that no scan saw', () => {
    const battles = row('2026-03-01', [1020], { changes: [1, 3], scans: [2] })
    const series = seriesOf([battles], [], span('2026-03-01', '2026-03-03'))
    expect([series.closes, series.changes]).toEqual([
      [1020, null, null],
      [1, 3, null],
    ])
  })

  it('puts resets on their days and leaves out those of other times', () => {
    const resets = [
      { day: '2026-02-28', trophies: -5 },
      { day: '2026-03-02', trophies: -60 },
      { day: '2026-03-09', trophies: -7 },
    ]
    expect(seriesOf([march], resets, span('2026-03-01', '2026-03-03')).resets).toEqual([0, -60, 0])
  })

  it('stops at today though more is stored', () => {
    expect(seriesOf([march], [], span('2026-03-01', '2026-03-02')).closes).toEqual([1020, null])
  })
})
