import { expect, it } from 'vitest'
import { sectionInSight } from './SectionChips.tsx'

const places = (...tops: number[]) => tops.map((top, index) => ({ id: 'abc'.charAt(index), top }))

it.each([
  ['the hero is read', [400, 900, 1400], null],
  ['the first section comes up', [290, 800, 1300], 'a'],
  ['the second one is read, the first has gone up', [-600, 120, 700], 'b'],
  ['the page ends', [-2000, -1500, -900], 'c'],
  ['the sections are not there yet', [], null],
])('%s', (_case, tops, current) => {
  expect(sectionInSight(places(...tops), 900)).toBe(current)
})
