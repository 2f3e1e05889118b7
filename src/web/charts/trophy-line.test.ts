import fc from 'fast-check'
import { expect, test } from 'vitest'
import { gainWithMoves, sparklinePath } from '#web/ui/Sparkline.tsx'
import { overSameDays, sinceStart, trendPoints } from './TrophyLine.tsx'
import { linearScale, type TrendPoint } from './trend-geometry.ts'

test('a sparkline breaks at an unknown day', () => {
  expect(sparklinePath([1, 2, null, 3, 4]).match(/M/g)).toHaveLength(2)
})

test('a sparkline needs two known days', () => {
  expect(sparklinePath([null, 5])).toBe('')
})

test('a sparkline of little is nearly flat, of much as steep as its room', () => {
  const heights = (values: number[], least: number) =>
    [...sparklinePath(values, least).matchAll(/,([\d.]+)/g)].map(([, y]) => Number(y))
  expect(heights([0, 24], 400)).toEqual([12.6, 11.4])
  expect(heights([0, 1691], 400)).toEqual([22, 2])
})

test('a sparkline has a valid path for any values', () => {
  fc.assert(
    fc.property(fc.array(fc.option(fc.integer())), (values) => {
      expect(sparklinePath(values)).not.toContain('NaN')
    }),
  )
})

/** A day of a trophy progression. */
const day = (trophies: number | null, trophy_change: number | null, reset = 0) => {
  return { date: '2026-11-10', trophies, trophy_change, reset, observed: trophies !== null }
}

test.each([
  ['counts from the day before the first day', [day(100, 90), day(80, -20)], 70, [90, 70]],
  ['leaves out a season reset', [day(100, 0), day(60, -40, -50)], 10, [0, 10]],
  ['counts from the first scan within the timeframe', [day(null, null), day(100, null)], 20, [20, 20]],
  ['is zero when nothing was observed', [day(null, null)], null, [0]],
])('the gain up to each day %s', (_, progression_data, total_gain, gained) => {
  expect(trendPoints({ progression_data, summary: { total_gain } }).map((point) => point.gained)).toEqual(gained)
})

test('the line begins where its gain counts from: at the end of the day before', () => {
  const before = { date: '2026-11-09', trophies: 10, observed: true }
  const points = trendPoints({ before, progression_data: [day(100, 90), day(80, -20)], summary: { total_gain: 70 } })
  expect(points.map(({ value }) => value)).toEqual([10, 100, 80])
  expect(sinceStart(points).map(({ value }) => value)).toEqual([0, 90, 70])
})

test('a line since the start begins with the gain of its first day; an unknown day stays unknown', () => {
  const point = (value: number | null, gained: number): TrendPoint => {
    return { date: '2026-11-01', value, observed: value !== null, change: 0, reset: 0, gained }
  }
  const days = [point(null, 0), point(1000, 300), point(700, 305)]
  expect(sinceStart(days).map(({ value }) => value)).toEqual([null, 300, 305])
})

test('a linear scale maps ends to ends, and a range without width to the middle', () => {
  const scale = linearScale([10, 20], [100, 0])
  expect([scale(10), scale(15), scale(20)]).toEqual([100, 50, 0])
  expect(linearScale([7, 7], [0, 40])(7)).toBe(20)
})

test('two lines that end on other days are compared day by day, each unknown where it has no day', () => {
  const line = (dates: readonly string[]) =>
    dates.map((date) => ({ date, value: 10, observed: true, change: 0, reset: 0, gained: 0 }))
  const [one, other] = overSameDays(line(['2026-11-01', '2026-11-02']), line(['2026-11-02', '2026-11-03']))
  const shown = (points: typeof one) => points.map(({ date, value }) => `${date} ${value}`)
  expect(shown(one)).toEqual(['2026-11-01 10', '2026-11-02 10', '2026-11-03 null'])
  expect(shown(other)).toEqual(['2026-11-01 null', '2026-11-02 10', '2026-11-03 10'])
})

test('days that nobody observed have no change, and the next one says since when its change is', () => {
  const day = (date: string, trophies: number, trophy_change: number, observed = true) => {
    return { date, trophies, trophy_change, reset: 0, observed }
  }
  const progression_data = [
    day('2026-10-02', 5000, 40),
    day('2026-10-03', 5000, 0, false),
    day('2026-10-04', 5000, 0, false),
    day('2026-10-05', 5300, 300),
    day('2026-10-06', 5310, 10),
  ]
  const points = trendPoints({ progression_data, summary: { total_gain: 350 } })
  expect(points.map(({ change }) => change)).toEqual([40, null, null, 300, 10])
  expect(points.map(({ since }) => since)).toEqual([undefined, undefined, undefined, '2026-10-02', undefined])
  expect(points.map(({ gained }) => gained)).toEqual([40, 40, 40, 340, 350])
})

test.each([
  [7673, -52_471, -52_471],
  [-900, 60_000, 60_000],
  [7673, 90_000, null],
  [7673, 0, null],
  [0, 0, null],
  [7673, null, null],
])('beside %o won the whole gain of %o is told as %o', (won, all, text) =>
  expect(gainWithMoves(won, all, String)).toBe(text && String(text)),
)
