import { expect, test } from 'vitest'
import { reachOf, sideOf } from './RateTrack.tsx'

test('only a range on one side of a half is good or bad', () => {
  expect([{ low: 50.1, high: 60 }, { low: 40, high: 49.9 }, { low: 45, high: 67 }, null].map(sideOf)).toEqual([
    'good',
    'bad',
    'even',
    'even',
  ])
})

test('the scale reaches to the end of the widest range, in steps of 5 points', () => {
  expect(reachOf([{ low: 44, high: 61 }, null, { low: 37.5, high: 52 }])).toBe(15)
  expect(reachOf([null])).toBe(5)
  expect(reachOf([{ low: 2, high: 98 }])).toBe(50)
})
