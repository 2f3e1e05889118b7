import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DAY_MS } from '#shared/days.ts'
import type { TrendPoint } from './trend-geometry.ts'
import {
  dayTicks,
  gapsBetween,
  nearestDay,
  observedRuns,
  tickLabels,
  trendGeometry,
  valueAxis,
} from './trend-geometry.ts'

function history(values: readonly (number | null)[]): TrendPoint[] {
  const start = Date.parse('2026-08-24')
  return values.map((value, index) => ({
    date: new Date(start + index * DAY_MS).toISOString().slice(0, 10),
    value,
    observed: value !== null,
    change: 0,
    reset: 0,
    gained: 0,
  }))
}

test('a trend line reaches from edge to edge and breaks where nothing was observed', () => {
  const points = history([100, 120, null, 140, 150])
  const { box, x, stretches, gaps } = trendGeometry(points, 640, 260)
  expect(x('2026-08-24')).toBe(box.left)
  expect(x('2026-08-28')).toBe(box.right)
  expect(stretches).toHaveLength(2)
  expect(gaps).toHaveLength(1)
})

test('a single observed day between unknown ones is a dot', () => {
  expect(trendGeometry(history([null, 500, null]), 640, 260).stretches[0]?.alone).not.toBeNull()
})

test('a trend line stays inside its plot for any trophies and any width', () => {
  const values = fc.array(fc.option(fc.integer({ min: 0, max: 300_000 })), { minLength: 1, maxLength: 90 })
  fc.assert(
    fc.property(values, fc.integer({ min: 240, max: 1100 }), (trophies, width) => {
      const points = history(trophies)
      const geometry = trendGeometry(points, width, 264)
      const { box, valueTicks, dayTicks } = geometry
      for (const point of points) {
        expect(geometry.x(point.date)).toBeGreaterThanOrEqual(box.left)
        expect(geometry.x(point.date)).toBeLessThanOrEqual(box.right)
        if (point.value !== null) expect(geometry.y(point.value)).toBeLessThanOrEqual(box.bottom + 1e-9)
        if (point.value !== null) expect(geometry.y(point.value)).toBeGreaterThanOrEqual(box.top - 1e-9)
      }
      expect(valueTicks.length).toBeGreaterThan(0)
      expect(dayTicks.length).toBeGreaterThan(0)
      expect(JSON.stringify(geometry.stretches)).not.toContain('NaN')
    }),
  )
})

test('the nearest day is found for a pointer on the plot and beside it', () => {
  const points = history([1, 2, 3, 4, 5])
  const geometry = trendGeometry(points, 640, 260)
  for (const [index, { date }] of points.entries())
    expect(nearestDay(points, geometry, geometry.x(date) + 3)).toBe(index)
  expect(nearestDay(points, geometry, -50)).toBe(0)
  expect(nearestDay(points, geometry, 5000)).toBe(4)
})

/** Days as letters: `o` observed, `.` not observed, `x` before the first observation. */
function days(pattern: string): TrendPoint[] {
  return [...pattern].map((letter, index) => ({
    date: `2026-11-${String(index + 1).padStart(2, '0')}`,
    value: letter === 'x' ? null : 1000 + index,
    observed: letter === 'o',
    change: 0,
    reset: 0,
    gained: 0,
  }))
}

test.each([
  ['oooo', [4], 0],
  ['oo..oo', [2, 2], 1],
  ['xxoo.o', [2, 1], 1],
  ['....', [], 0],
  ['', [], 0],
])('the days "%s" make runs of %j days with %i gaps', (pattern, lengths, gaps) => {
  const runs = observedRuns(days(pattern))
  expect(runs.map((run) => run.length)).toEqual(lengths)
  expect(gapsBetween(runs)).toHaveLength(gaps)
})

test('a gap reaches from the last observed day before it to the first one after it', () => {
  const [gap] = gapsBetween(observedRuns(days('oo..o')))
  expect(gap?.map(({ date }) => date)).toEqual(['2026-11-02', '2026-11-05'])
})

test('the runs have all observed days and no other', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('o', '.', 'x'), maxLength: 28 }), (pattern) => {
      const points = days(pattern)
      expect(observedRuns(points).flat()).toEqual(points.filter(({ observed }) => observed))
    }),
  )
})

test.each([
  [[48_000, 48_214], 200, [48_000, 48_050, 48_100, 48_150, 48_200, 48_250]],
  [[1_180_000, 1_258_000], 200, [1_180_000, 1_200_000, 1_220_000, 1_240_000, 1_260_000]],
  [[5000], 100, [4950, 5000, 5050]],
  [[], 200, [0, 1]],
])('an axis around %j with %i px has round ticks', (values, height, ticks) => {
  const axis = valueAxis(values, height)
  expect(axis.ticks).toEqual(ticks)
  expect(axis.domain[0]).toBeLessThan(axis.domain[1])
})

test('an axis includes its values and has different labels, whatever its height', () => {
  const trophies = fc.array(fc.integer({ min: 0, max: 2_000_000 }), { minLength: 1 })
  fc.assert(
    fc.property(trophies, fc.integer({ min: 60, max: 600 }), (values, height) => {
      const { domain, ticks } = valueAxis(values, height)
      expect(Math.min(...values)).toBeGreaterThanOrEqual(domain[0])
      expect(Math.max(...values)).toBeLessThanOrEqual(domain[1])
      expect(new Set(tickLabels(ticks)).size).toBe(ticks.length)
    }),
  )
})

test.each([
  [
    [1_240_000, 1_260_000],
    ['1.24M', '1.26M'],
  ],
  [
    [1_254_000, 1_256_000],
    ['1.254M', '1.256M'],
  ],
  [
    [81_075, 81_076],
    ['81,075', '81,076'],
  ],
  [
    [46_800, 47_000, 47_200],
    ['46.8k', '47.0k', '47.2k'],
  ],
  [
    [-20, 0, 20],
    ['−20', '0', '20'],
  ],
  [
    [1_995_500, 1_995_750],
    ['1,995,500', '1,995,750'],
  ],
])('the ticks %j have labels that share one unit and differ', (ticks, labels) => {
  expect(tickLabels(ticks)).toEqual(labels)
})

test.each([
  [0, 600, []],
  [1, 600, [0]],
  [7, 600, [0, 1, 2, 3, 4, 5, 6]],
  [30, 300, [9, 19, 29]],
  [90, 260, [44, 89]],
])('of %i days on %i px, the days %j have labels', (count, width, ticks) => {
  expect(dayTicks(count, width)).toEqual(ticks)
})

test('labels of days keep their distance, and the last day always has one', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 400 }), fc.integer({ min: 150, max: 1200 }), (count, width) => {
      const ticks = dayTicks(count, width)
      expect(ticks.at(-1)).toBe(count - 1)
      const pixelsPerDay = width / (count - 1)
      for (const [index, tick] of ticks.slice(1).entries())
        expect((tick - (ticks[index] ?? 0)) * pixelsPerDay).toBeGreaterThanOrEqual(87.9)
    }),
  )
})

test('the fan begins at the last observed day and widens the axis', () => {
  const past = history([100, 120, 150])
  const ahead = { date: '2026-08-27', value: 160, observed: false, change: null, reset: 0, gained: 50 }
  const { fan, box, x, y, stretches } = trendGeometry([...past, { ...ahead, ahead: { low: 95, high: 162 } }], 640, 260)
  expect(x('2026-08-27')).toBe(box.right)
  expect(y(162)).toBeGreaterThanOrEqual(box.top)
  expect(y(95)).toBeLessThanOrEqual(box.bottom)
  expect(fan?.middle).toMatch(
    new RegExp(
      `^M${x('2026-08-26')
        .toFixed(3)
        .replace(/\.?0+$/, '')},`,
    ),
  )
  expect(stretches).toHaveLength(1)
  expect(trendGeometry(past, 640, 260).fan).toBeNull()
})

/** Ten days of a line from 60,000 to 61,800, and a forecast of three days. */
const forecastOf = (low: number, high: number): TrendPoint[] =>
  history(Array.from({ length: 13 }, (_, day) => 60_000 + 200 * day)).map((point, day) =>
    day < 10 ? point : { ...point, observed: false, ahead: { low, high } },
  )

test('a wide range leaves the line half of the height, and is known to go on beyond the plot', () => {
  const points = forecastOf(40_000, 90_000)
  const { box, y, fan } = trendGeometry(points, 640, 260)
  expect(y(60_000) - y(61_800)).toBeGreaterThan((box.bottom - box.top) / 2)
  expect(fan).toMatchObject({ endsAbove: true, endsBelow: true })
  expect(y(62_400)).toBeGreaterThanOrEqual(box.top)
})

test('a narrow range is whole within the plot', () => {
  expect(trendGeometry(forecastOf(61_700, 62_200), 640, 260).fan).toMatchObject({ endsAbove: false, endsBelow: false })
})

test('a goal that is near shares the axis of the line, a far one does not', () => {
  const top = (goal: number) => {
    const { box, y } = trendGeometry(forecastOf(61_700, 62_200), 640, 260, { goal })
    return y(goal) >= box.top
  }
  expect([top(63_000), top(70_000)]).toEqual([true, false])
})

test('the newest known day has a label on the axis beside a forecast, and the last day ahead has one where there is room', () => {
  const points = forecastOf(61_700, 62_200)
  const labels = (width: number) => trendGeometry(points, width, 260).dayTicks.map(({ date }) => date.slice(5))
  expect(labels(640).slice(-2)).toEqual(['09-02', '09-05'])
  expect(labels(240).at(-1)).toBe('09-02')
})
