import { expect, it } from 'vitest'
import { sectionInSight } from './SectionChips.tsx'

const sections = (...tops: number[]) => tops.map((top, index) => ({ id: 'abc'.charAt(index), top }))

it.each([
  ['is none while the top of the page is read', [400, 900, 1400], null],
  ['is the first when it reaches the upper part of the window', [290, 800, 1300], 'a'],
  ['is the second when the first has scrolled away', [-600, 120, 700], 'b'],
  ['is the last at the end of the page', [-2000, -1500, -900], 'c'],
  ['is none before the sections are rendered', [], null],
])('the section in sight %s', (_case, tops, current) => {
  expect(sectionInSight(sections(...tops), 900)).toBe(current)
})

it.each([
  ['in the upper part, before the next one there', [100, 200, 800], false, 'a'],
  ['at the end of the page, which cannot scroll further', [100, 300, 600], true, 'c'],
  ['no more when it has scrolled away', [-10, 100, 800], false, 'b'],
])('a chosen section is in sight %s', (_case, tops, atEnd, current) => {
  const chosen = current === 'b' ? 'a' : current
  expect(sectionInSight(sections(...tops), 900, atEnd, chosen)).toBe(current)
})
