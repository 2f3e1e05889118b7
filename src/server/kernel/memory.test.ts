import { expect, it } from 'vitest'
import { manualClock } from '#test/manual-clock.ts'
import { createMemory, keptFor } from './memory.ts'

it('keeps what was read for a time, unless it lacks what is asked for or could not be read', async () => {
  const clock = manualClock()
  const kept = createMemory()(keptFor<number>(1000))
  let read = 0
  const next = async () => ++read
  expect([await kept(clock, next), await kept(clock, next)]).toEqual([1, 1])
  expect(await kept(clock, next, { key: 'another' })).toBe(2)
  expect(await kept(clock, next, { suffices: (value) => value > 1 })).toBe(3)
  await clock.advance(1000)
  const failing = () => Promise.reject(new Error('no store'))
  await expect(kept(clock, failing, { key: 'unknown' })).rejects.toThrow('no store')
  expect([await kept(clock, failing), await kept(clock, failing)]).toEqual([3, 3])
  expect([await kept(clock, next), await kept(clock, next)]).toEqual([4, 4])
})
