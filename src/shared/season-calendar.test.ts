import { expect, test } from 'vitest'
import { seasonEnds } from './season-calendar.ts'

const iso = (dates: Date[]) => dates.map((date) => date.toISOString())

test('a season ends on the third Thursday of every month at 08:00 UTC, over the turn of a year', () => {
  expect(iso(seasonEnds(new Date('2025-11-01T00:00:00Z'), new Date('2026-03-01T00:00:00Z')))).toEqual([
    '2025-11-20T08:00:00.000Z',
    '2025-12-18T08:00:00.000Z',
    '2026-01-15T08:00:00.000Z',
    '2026-02-19T08:00:00.000Z',
  ])
})

test('the first instant is included, the last is not', () => {
  const end = new Date('2026-01-15T08:00:00Z')
  expect(iso(seasonEnds(end, new Date(end.getTime() + 1)))).toEqual(['2026-01-15T08:00:00.000Z'])
  expect(seasonEnds(new Date('2026-01-01T00:00:00Z'), end)).toEqual([])
})

test('an empty or reversed span has no season end', () => {
  const end = new Date('2026-01-15T08:00:00Z')
  expect(seasonEnds(end, end)).toEqual([])
  expect(seasonEnds(new Date('2026-03-01T00:00:00Z'), new Date('2026-01-01T00:00:00Z'))).toEqual([])
})
