import fc from 'fast-check'
import { expect, it } from 'vitest'
import { milestoneAbove } from '#shared/bands.ts'
import { DAY_MS } from '#shared/days.ts'
import { roundInShort } from '#shared/number-format.ts'
import type { TrendPoint } from './trend-geometry.ts'
import { trendGeometry } from './trend-geometry.ts'
import { type Area, fanName, lineAreas, overlaps, plotMarks, trendCauses, widthOf } from './trend-notes.ts'

type Day = { change: number; isObserved: boolean; reset: number; note: string | undefined }

/** The line of days that begin at a number of trophies. */
function line(start: number, days: readonly Day[]): TrendPoint[] {
  let value = start
  return days.map(({ change, isObserved, reset, note }, index) => {
    value = Math.max(0, value + change + reset)
    const date = new Date(Date.parse('2026-08-24') + index * DAY_MS).toISOString().slice(0, 10)
    return { date, value, observed: isObserved, change: change + reset, reset, gained: 0, note }
  })
}

const QUIET: Day = { change: 0, isObserved: true, reset: 0, note: undefined }

const DAY = fc.record({
  change: fc.integer({ min: -3000, max: 3000 }),
  isObserved: fc.boolean(),
  reset: fc.oneof({ weight: 8, arbitrary: fc.constant(0) }, fc.integer({ min: -20_000, max: -1 })),
  note: fc.option(fc.constantFrom('joined: Ada', 'left: そらのねこ, Milo +3'), { nil: undefined }),
})

/** The days ahead of a line that ends with the last of these points: each wins so much, in a range as wide. */
function ahead(points: readonly TrendPoint[], count: number, gain: number): TrendPoint[] {
  const last = points.at(-1)
  return Array.from({ length: last ? count : 0 }, (_, index) => {
    const value = Math.max(0, (last?.value ?? 0) + (index + 1) * gain)
    const date = new Date(Date.parse(last?.date ?? '') + (index + 1) * DAY_MS).toISOString().slice(0, 10)
    const range = { low: Math.max(0, value - Math.abs(gain)), high: value + Math.abs(gain) }
    return { date, value, observed: false, change: null, reset: 0, gained: 0, ahead: range }
  })
}

const marksOf = (past: readonly TrendPoint[], width: number, future: readonly TrendPoint[] = []) => {
  const value = milestoneAbove(past.at(-1)?.value ?? 0)
  const points = [...past, ...future]
  const geometry = trendGeometry(points, width, 232, { goal: value })
  const marks = plotMarks(points, geometry, { value, label: roundInShort(value) })
  return { ...geometry, marks, drawn: [...lineAreas(points, geometry), fanName(points, geometry) ?? []].flat() }
}

/** Where a line of these days begins that ends so far below a milestone. */
const startBelow = (milestone: number, below: number, days: readonly Day[]) =>
  Math.max(0, milestone - below - days.reduce((sum, { change, reset }) => sum + change + reset, 0))

it('labels of a chart never cover each other, a dot, the line or the name of the days ahead, and stay inside it', () => {
  fc.assert(
    fc.property(
      fc.record({
        milestone: fc.constantFrom(20_000, 60_000, 150_000, 300_000),
        below: fc.integer({ min: 1, max: 2000 }),
        days: fc.array(DAY, { minLength: 1, maxLength: 90 }),
        future: fc.integer({ min: 0, max: 30 }),
        gain: fc.integer({ min: -1000, max: 1000 }),
        width: fc.integer({ min: 240, max: 1100 }),
      }),
      ({ milestone, below, days, future, gain, width }) => {
        const past = line(startBelow(milestone, below, days), days)
        const { box, marks, drawn } = marksOf(past, width, ahead(past, future, gain))
        const dots = marks
          .filter(({ kind }) => kind === 'gain' || kind === 'loss')
          .map(({ at }): Area => ({ left: at.x - 4, top: at.y - 4, width: 8, height: 8 }))
        const labels = marks.flatMap(({ label }) => label ?? [])
        const faults = labels.filter((label, index) => {
          const { left, top, height, text } = label
          const isInside =
            left >= box.left && left + widthOf(text) <= box.right && top >= 0 && top + height <= box.bottom
          return !isInside || [...labels.slice(0, index), ...dots, ...drawn].some((other) => overlaps(label, other))
        })
        expect(faults).toEqual([])
      },
    ),
    { numRuns: 100 },
  )
})

it('the best and the worst day and the next milestone are named where there is room, and a reset has its sign', () => {
  const days = [QUIET, QUIET, { ...QUIET, change: 900 }, QUIET, QUIET, { ...QUIET, change: -600 }, QUIET, QUIET, QUIET]
  const { marks } = marksOf(line(48_500, [...days, { ...QUIET, reset: -150 }, QUIET]), 340)
  expect(marks.map(({ kind, label }) => `${kind}: ${label?.text ?? 'no label'}`)).toEqual([
    'gain: ▲ +900',
    'loss: ▼ −600',
    'goal: ★ 50k',
    'reset: no label',
  ])
})

it.each([
  ['of less than a hundredth', { change: -300 }, {}],
  ['beside a reset', {}, { reset: -150 }],
])('a loss %s is not marked', (_story, worst, next) => {
  const loss = { ...QUIET, change: -600, ...worst }
  const days = [...Array<Day>(20).fill(QUIET), loss, { ...QUIET, ...next }, ...Array<Day>(20).fill(QUIET)]
  expect(marksOf(line(49_500, days), 340).marks.filter(({ kind }) => kind === 'loss')).toEqual([])
})

it('the values of the axis never cover each other', () => {
  const values = fc.array(fc.integer({ min: 0, max: 2_000_000 }), { minLength: 1, maxLength: 90 })
  fc.assert(
    fc.property(values, (trophies) => {
      const days = trophies.map((value, index) => ({ date: `${2000 + index}-01-01`, value }))
      const points = days.map((day) => ({ ...day, observed: true, change: 0, reset: 0, gained: 0 }))
      const heights = trendGeometry(points, 340, 232).valueTicks.map(({ y }) => y)
      for (const [index, y] of heights.slice(1).entries()) expect((heights[index] ?? 0) - y).toBeGreaterThanOrEqual(12)
    }),
  )
})

it('no label is struck through by the line of the next milestone', () => {
  const days = Array.from({ length: 30 }, (_, day) => ({ ...QUIET, change: day === 27 ? 1300 : 60 }))
  const { marks } = marksOf(line(65_000, days), 340)
  const goal = marks.find(({ kind }) => kind === 'goal')
  expect(goal?.label?.text).toBe('★ 70k')
  const y = goal?.at.y ?? 0
  for (const { label } of marks) expect(label && label.top < y && label.top + label.height > y).not.toBe(true)
})

it('what moved a marked day is told below the chart, and that of no other day', () => {
  const days = [
    { ...QUIET, change: 300, note: 'joined: Milo' },
    { ...QUIET, change: -5000, note: 'left: frosty' },
    { ...QUIET, reset: -800 },
    { ...QUIET, change: 900 },
  ]
  expect(trendCauses(line(90_000, [QUIET, ...days])).map(({ kind, text }) => `${kind}: ${text}`)).toEqual([
    'loss: −5,000 on Aug 26 (left: frosty)',
    'reset: Aug 27: a reset took 800',
  ])
})

it('a loss too small for a mark is not told below the chart either', () => {
  const days = [QUIET, { ...QUIET, change: 900 }, { ...QUIET, change: -800, note: 'left: frosty' }, QUIET]
  expect(trendCauses(line(90_000, days))).toEqual([])
})
