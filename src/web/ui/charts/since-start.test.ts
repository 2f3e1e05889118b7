import { expect, it } from 'vitest'
import { sinceStart } from './since-start.ts'

const day = (value: number | null, gained: number) => {
  return { date: '2026-11-01', value, observed: value !== null, change: 0, reset: 0, gained }
}

it('a line starts with the gain of its first day, and an unknown day stays unknown', () => {
  const days = [day(null, 0), day(1000, 300), day(700, 305)]
  expect(sinceStart(days).map(({ value }) => value)).toEqual([null, 300, 305])
})
