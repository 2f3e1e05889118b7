import { expect, it, test } from 'vitest'
import {
  compareFigures,
  compareSearchOf,
  isComparable,
  isLine,
  leadCounts,
  sideNotes,
  wrongTag,
} from './compared-sides.ts'

it.each([
  [{}, { type: 'player' }],
  [
    { type: 'club', a: '#2ypq', b: ' 2YPO ' },
    { type: 'club', a: '2YPQ', b: '2YP0' },
  ],
  [{ type: 'mars', a: 'nonsense', b: '<script>' }, { type: 'player' }],
  [{ a: '2YPQ' }, { type: 'player', a: '2YPQ' }],
  [
    { a: '2YPQ', b: '2ypq' },
    { type: 'player', a: '2YPQ' },
  ],
])('the query %o compares %o', (raw, search) => {
  expect(compareSearchOf(raw)).toEqual(search)
})

it.each([
  ['HELLO', 'HELLO'],
  [' <b> ', '<b>'],
  ['2ypq', null],
  ['', null],
  [undefined, null],
])('of the text %j in the address, %j is shown as a wrong tag', (text, wrong) => {
  expect(wrongTag(text)).toBe(wrong)
})

it('two scores that are written the same have no leader', () => {
  const side = (value: number) => [{ label: 'Score', value, format: (score: number) => score.toFixed(0) }]
  expect(compareFigures(side(43.2), side(42.9))[0]?.lead).toBeNull()
})

it.each([
  ['the larger figure is ahead', 3, 2, undefined, 'a'],
  ['fewer ghosts are better', 3, 2, 'less', 'b'],
  ['a gain is ahead of a loss', -40, 12, undefined, 'b'],
  ['a required minimum is neither better nor worse', 3, 2, 'none', null],
  ['equal figures have no leader', 2, 2, undefined, null],
  ['an unknown figure is not behind', null, 2, undefined, null],
  ['no figure is ahead of an unknown one', 2, null, 'less', null],
] as const)('%s', (_case, a, b, ahead, lead) => {
  const side = (value: number | null) => [{ label: 'Figure', value, ...(ahead && { ahead }) }]
  expect(compareFigures(side(a), side(b))).toEqual([{ label: 'Figure', a, b, lead }])
})

it('the score says in how many figures each side is ahead', () => {
  const figures = (['a', 'b', null, 'a'] as const).map((lead) => ({ label: 'Figure', a: 1, b: 2, lead }))
  expect(leadCounts(figures)).toEqual({ a: 2, b: 1 })
})

const known = { analytics_available: true, observed_days: 30, learning: null }
const young = { analytics_available: false, observed_days: 2, learning: { observed_days: 2, needed: 7 } }
const line = (span_days: number, total_gain: number | null = 120) => ({ summary: { total_gain, span_days } })

it.each([
  ['known for long', known, line(30), []],
  ['hardly known', young, line(2), ['Learning: 2 of 7 days', 'Change in 2 days only']],
  ['silent', { ...known, resting: true }, line(30), ['Silent']],
  ['known for 16 days', known, line(16), ['Change in 16 days only']],
  ['known for a day, whose change is not compared', known, line(1), []],
  ['never seen to change', known, line(0, null), []],
  ['not answered yet', undefined, undefined, []],
] as const)('a side that is %s says what limits its figures', (_case, analytics, progression, notes) => {
  expect(sideNotes(analytics, progression, 30)).toEqual(notes)
})

test('a figure that one side does not know cannot be compared, and nobody is ahead in it', () => {
  const a = [
    { label: 'Activity', value: 93 },
    { label: 'Trophies', value: 10 },
  ]
  const b = [
    { label: 'Activity', value: null },
    { label: 'Trophies', value: 20 },
  ]
  expect(compareFigures(a, b).map((figure) => [figure.label, isComparable(figure), figure.lead])).toEqual([
    ['Activity', false, null],
    ['Trophies', true, 'b'],
  ])
})

test('a day is no line, and neither is a gain that nobody knows', () => {
  const line = (total_gain: number | null, span_days: number) => ({
    progression_data: [],
    summary: { total_gain, span_days },
  })
  expect([isLine(line(0, 1)), isLine(line(null, 30)), isLine(line(0, 2)), isLine(undefined)]).toEqual([
    false,
    false,
    true,
    false,
  ])
})
