import { expect, it } from 'vitest'
import { sinceStart } from './since-start.ts'

const day = (value: number | null) => ({ date: '2026-11-01', value, observed: value !== null, change: 0, reset: 0 })

it.each([
  [
    [null, 1000, 1010, 990],
    [null, 0, 10, -10],
  ],
  [
    [null, null],
    [null, null],
  ],
  [[], []],
])('%o trophies are %o since the start', (trophies, gained) => {
  expect(sinceStart(trophies.map(day)).map(({ value }) => value)).toEqual(gained)
})
