import { expect, test } from 'vitest'
import { rangeOf, reachOf, sideOf } from './RateTrack.tsx'

const OF_27 = { rate: 55.8, wins: 19, losses: 8, prior_weight: 50 }

test('a rate lies in the middle of its range, which is that of the battles and of the prior together', () => {
  const { low, high } = rangeOf(OF_27) ?? { low: 0, high: 0 }
  expect((low + high) / 2).toBeCloseTo(55.8, 6)
  expect(high - low).toBeCloseTo(2 * 196 * Math.sqrt((0.558 * 0.442) / 78), 6)
  expect(rangeOf({ ...OF_27, rate: null })).toBeNull()
})

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
