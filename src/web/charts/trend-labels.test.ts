import fc from 'fast-check'
import { expect, it } from 'vitest'
import { milestonesUpTo } from '#shared/bands.ts'
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

const DAY = fc.record({
  change: fc.integer({ min: -3000, max: 3000 }),
  isObserved: fc.boolean(),
  reset: fc.oneof({ weight: 8, arbitrary: fc.constant(0) }, fc.integer({ min: -20_000, max: -1 })),
  note: fc.option(fc.constantFrom('joined: Ada', 'left: そらのねこ, Milo +3'), { nil: undefined }),
})

const marksOf = (points: TrendPoint[], width: number) => {
  const milestones = milestonesUpTo(500_000).map((value) => ({ value, label: roundInShort(value) }))
  const geometry = trendGeometry(points, width, 232)
  return { ...geometry, marks: plotMarks(points, geometry, milestones), drawn: lineAreas(points, geometry) }
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

it('the best and the worst day and a milestone are named where there is room, and a reset has its sign', () => {
  const quiet = { change: 0, isObserved: true, reset: 0, note: undefined }
  const days = [quiet, quiet, { ...quiet, change: 900 }, quiet, quiet, { ...quiet, change: -600 }, quiet, quiet, quiet]
  const { marks } = marksOf(line(49_500, [...days, { ...quiet, reset: -150 }, quiet]), 340)
  expect(marks.map(({ kind, label }) => `${kind}: ${label?.text ?? 'no label'}`)).toEqual([
    'gain: ▲ +900',
    'loss: ▼ −600',
    'milestone: ★ 50k',
    'reset: no label',
  ])
})

it.each([
  ['of less than a hundredth', { change: -300 }, {}],
  ['beside a reset', {}, { reset: -150 }],
])('a loss %s is not marked', (_story, worst, next) => {
  const quiet = { change: 0, isObserved: true, reset: 0, note: undefined }
  const loss = { ...quiet, change: -600, ...worst }
  const days = [...Array<Day>(20).fill(quiet), loss, { ...quiet, ...next }, ...Array<Day>(20).fill(quiet)]
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

it('the label of a loss next to a reset stands beside its line', () => {
  const days = Array.from({ length: 30 }, () => ({ change: 100, isObserved: true, reset: 0, note: undefined }))
  const fall = { change: -5000, isObserved: true, reset: 0, note: 'left: frosty' }
  const reset = { change: 100, isObserved: true, reset: -3000, note: undefined }
  const { marks } = marksOf(line(90_000, [...days, fall, ...days.slice(0, 3), reset, ...days.slice(0, 2)]), 340)
  const at = marks.find(({ kind }) => kind === 'reset')?.at.x ?? 0
  const loss = marks.find(({ kind }) => kind === 'loss')?.label
  expect(loss && (loss.left > at || loss.left + loss.width < at)).toBe(true)
})

it('what moved a marked day is told below the chart, and that of no other day', () => {
  const quiet = { change: 0, isObserved: true, reset: 0, note: undefined }
  const days = [
    { ...quiet, change: 300, note: 'joined: Milo' },
    { ...quiet, change: -5000, note: 'left: frosty' },
    { ...quiet, reset: -800 },
    { ...quiet, change: 900 },
  ]
  expect(trendCauses(line(90_000, [quiet, ...days])).map(({ kind, text }) => `${kind}: ${text}`)).toEqual([
    'loss: −5,000 on Aug 26 (left: frosty)',
    'reset: Aug 27: a reset took 800',
  ])
})

it('a loss too small for a mark is not told below the chart either', () => {
  const quiet = { change: 0, isObserved: true, reset: 0, note: undefined }
  const days = [quiet, { ...quiet, change: 900 }, { ...quiet, change: -800, note: 'left: frosty' }, quiet]
  expect(trendCauses(line(90_000, days))).toEqual([])
})
