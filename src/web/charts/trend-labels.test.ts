import fc from 'fast-check'
import { expect, it } from 'vitest'
import { milestoneAbove } from '#shared/bands.ts'
import { DAY_MS } from '#shared/days.ts'
import { roundInShort } from '#shared/number-format.ts'
import type { TrendPoint } from './trend-geometry.ts'
import { trendGeometry } from './trend-geometry.ts'
import { type Area, lineAreas, overlaps, plotMarks, trendCauses, widthOf } from './trend-notes.ts'

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

const marksOf = (points: TrendPoint[], width: number) => {
  const value = milestoneAbove(points.at(-1)?.value ?? 0)
  const geometry = trendGeometry(points, width, 232, { goal: value })
  const marks = plotMarks(points, geometry, { value, label: roundInShort(value) })
  return { ...geometry, marks, drawn: lineAreas(points, geometry) }
}

it('labels of a chart never cover each other, a dot or the line, and stay inside it, whatever happened', () => {
  const days = fc.array(DAY, { minLength: 1, maxLength: 90 })
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 300_000 }),
      days,
      fc.integer({ min: 240, max: 1100 }),
      (start, all, width) => {
        const { box, marks, drawn } = marksOf(line(start, all), width)
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
