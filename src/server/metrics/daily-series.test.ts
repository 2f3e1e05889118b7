import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '#shared/days.ts'
import { anySeries, cutTo, rhythm, seriesOf, TODAY } from '#test/daily-series.ts'
import { estimatedGames, spanDays, undatedSince, windowView } from './daily-series.ts'

const closesOf = (...args: Parameters<typeof windowView>) => windowView(...args).dates.map(({ close }) => close)

describe('the window', () => {
  it.each([
    ['ends with today', [1, 2, 3, 4], 2, [3, 4]],
    ['carries a close forward over days without an observation', [1, null, null, 4], 4, [1, 1, 1, 4]],
    ['carries a close from before the window into it', [1, 2, null, null], 2, [2, 2]],
    ['begins with the first observation', [null, null, 3, null], 4, [3, 3]],
    ['has the history alone when that is shorter', [5, 6], 30, [5, 6]],
    ['has no date without any observation', [null, null], 2, []],
    ['has no date in a series without days', [], 7, []],
  ] as const)('%s', (_, closes, days, expected) => {
    expect(closesOf(seriesOf([...closes]), days)).toEqual(expected)
  })

  it('takes its first close from before the arrays where they begin with a gap', () => {
    const before = { day: addDays(TODAY, -5), close: 70 }
    expect(windowView(seriesOf([null, 90, null], { before }), 3)).toMatchObject({
      closeBefore: 70,
      dates: [
        { close: 70, seen: false },
        { close: 90, seen: true },
        { close: 90, seen: false },
      ],
    })
    // Asked for more days than the arrays hold: known from the day of that close on (today -5 to today: 6 days).
    expect(closesOf(seriesOf([null, 90, null], { before }), 8)).toEqual([70, 70, 70, 70, 90, 90])
    expect(windowView(seriesOf([null, 90, null], { before }), 6).closeBefore).toBeNull()
    expect(windowView(seriesOf([null, 90, null], { before }), 5).closeBefore).toBe(70)
  })

  it('counts the known days, with a scan or without', () => {
    const view = windowView(seriesOf([10, null, null, 30], { changes: [0, 0, null, 1] }), 4)
    expect(view.observedDays).toBe(3)
    expect(view.dates.map(({ known, seen }) => [known, seen])).toEqual([
      [true, true],
      [true, false],
      [false, false],
      [true, true],
    ])
  })

  it('takes a day whose only scan was held back for one on which nobody looked', () => {
    const view = windowView(seriesOf([10, null, 30], { scans: [1, 1, 1] }), 3)
    expect(view.dates.map(({ close, seen }) => [close, seen])).toEqual([
      [10, true],
      [10, false],
      [30, true],
    ])
  })

  it.each([
    ['as asked for, with a close before them', '.'.repeat(40), 30, 30],
    ['one fewer than its dates from the first observation on', '.'.repeat(17), 30, 16],
    ['one on the day of the first observation', '.', 30, 1],
  ])('spans days %s', (_, pattern, days, span) => {
    expect(spanDays(windowView(rhythm(pattern), days))).toBe(span)
  })

  it('tells the trophies of the first observation only when that lies in it', () => {
    const series = seriesOf([100, 120, 130], { firstTrophies: 90 })
    expect(windowView(series, 3)).toMatchObject({ closeBefore: null, firstTrophies: 90 })
    expect(windowView(series, 2)).toMatchObject({ closeBefore: 100, firstTrophies: null })
  })

  it('does not depend on how much history before it was read', () => {
    fc.assert(
      fc.property(anySeries, fc.integer({ min: 1, max: 40 }), fc.nat(20), (series, days, more) => {
        expect(windowView(cutTo(series, days + more), days)).toEqual(windowView(series, days))
      }),
    )
  })
})

describe('the number of games that a change stands for', () => {
  it.each([
    [0, 0],
    [1, 1],
    [-1, 1],
    [6, 1],
    [7, 2],
    [-12, 2],
    [-13, 3],
    [600, 100],
  ])('%i trophies are %i games', (change, games) => {
    expect(estimatedGames(change)).toBe(games)
  })
})

describe('the day since which undated games may have been played', () => {
  const series = rhythm('#??#.#', { estimated: [1, 0, 0, 1, 0, 0] })
  it.each([
    ['is the last known day before days that nobody knows', 3, addDays(TODAY, -5)],
    ['is none after a known day', 4, null],
    ['is none of counted games', 5, null],
    ['is none of a day that nothing is known of before', 0, null],
  ])('%s', (_, index, since) => {
    expect(undatedSince(series, index)).toBe(since)
  })

  const [yesterday, dayBefore] = [addDays(TODAY, -1), addDays(TODAY, -2)]
  it.each<[string, Parameters<typeof seriesOf>, string | null]>([
    [
      'is yesterday where one look found many trophies that count as one game',
      [[1000, 1100], { estimated: [0, 1] }],
      yesterday,
    ],
    ['is none where one look found as many as its games move', [[1000, 1100], { estimated: [0, 17] }], null],
    [
      'is none where a log told of all these games but one',
      [[1000, 1100], { changes: [0, 17], estimated: [0, 1] }],
      null,
    ],
    [
      'is none of games that were counted in full after a day without a look',
      [[1000, null, 1100], { changes: [0, null, 17], estimated: [0, 0, 17] }],
      null,
    ],
    [
      'is before a day without a look where one change alone was small',
      [[1000, null, 1006], { changes: [0, null, 1], estimated: [0, 0, 1] }],
      dayBefore,
    ],
    [
      'is before a day without a look where several looks followed',
      [[1000, null, 1100], { changes: [0, null, 9], estimated: [0, 0, 9], scans: [1, 0, 2] }],
      dayBefore,
    ],
    ['does not take a reset for games', [[1000, 900], { estimated: [0, 1], resets: [0, -98] }], null],
    [
      'is none where the window begins after a look',
      [[1012], { estimated: [2], before: { day: yesterday, close: 1000 } }],
      null,
    ],
  ])('%s', (_, days, since) => {
    const found = seriesOf(...days)
    expect(undatedSince(found, found.closes.length - 1)).toBe(since)
  })
})
