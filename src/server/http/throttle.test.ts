import { describe, expect, it } from 'vitest'
import { manualClock } from '#test/manual-clock.ts'
import { admit, createThrottle } from './throttle.ts'

describe('a throttle', () => {
  it('allows so many uses in a window, says how long to wait, and then allows as many again', async () => {
    const clock = manualClock()
    const throttle = createThrottle({ clock, limit: 2, windowMs: 60_000 })
    expect([throttle.take('a'), throttle.take('a')]).toEqual([0, 0])
    await clock.advance(59_500)
    expect(throttle.take('a')).toBe(1)
    expect(throttle.take('b')).toBe(0)
    await clock.advance(500)
    expect([throttle.take('a'), throttle.take('a'), throttle.take('a')]).toEqual([0, 0, 60])
  })

  it('refuses with the sentence given and a time to come back', () => {
    const throttle = createThrottle({ clock: manualClock(), limit: 1, windowMs: 60_000 })
    admit(throttle, 'a', 'Slow down')
    const refusal = { status: 429, code: 'too_many', message: 'Slow down', retryAfterSeconds: 60 }
    expect(() => admit(throttle, 'a', 'Slow down')).toThrow(expect.objectContaining(refusal))
  })

  it('remembers a bounded number of keys, those that were used last', () => {
    const throttle = createThrottle({ clock: manualClock(), limit: 1, windowMs: 60_000, keys: 1000 })
    for (let i = 0; i < 100_000; i += 1) throttle.take(`key ${i}`)
    expect(throttle.size()).toBe(1000)
    expect(throttle.take('key 99999')).toBeGreaterThan(0)
    expect(throttle.take('key 0')).toBe(0)
  })
})
