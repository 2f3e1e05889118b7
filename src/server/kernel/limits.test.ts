import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { manualClock } from '#test/manual-clock.ts'
import { admit, createRateLimit, networkOf } from './limits.ts'

describe('a throttle', () => {
  it('allows so many uses in a window, says how long to wait, and then allows as many again', async () => {
    const clock = manualClock()
    const throttle = createRateLimit({ clock, limit: 2, windowMs: 60_000 })
    expect([throttle.take('a'), throttle.take('a')]).toEqual([0, 0])
    await clock.advance(59_500)
    expect(throttle.take('a')).toBe(1)
    expect(throttle.take('b')).toBe(0)
    await clock.advance(500)
    expect([throttle.take('a'), throttle.take('a'), throttle.take('a')]).toEqual([0, 0, 60])
  })

  it('refuses with the sentence given and a time to come back', () => {
    const throttle = createRateLimit({ clock: manualClock(), limit: 1, windowMs: 60_000 })
    admit(throttle, 'a', 'Slow down')
    const refusal = { status: 429, code: 'too_many', message: 'Slow down', retryAfterSeconds: 60 }
    expect(() => admit(throttle, 'a', 'Slow down')).toThrow(expect.objectContaining(refusal))
  })

  it('remembers a bounded number of keys, those that were used last', () => {
    const throttle = createRateLimit({ clock: manualClock(), limit: 1, windowMs: 60_000, keys: 1000 })
    for (let i = 0; i < 100_000; i += 1) throttle.take(`key ${i}`)
    expect(throttle.size()).toBe(1000)
    expect(throttle.take('key 99999')).toBeGreaterThan(0)
    expect(throttle.take('key 0')).toBe(0)
  })
})

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2ff::1', '2001:db8:1:200/56'],
  ['2001:db8::1', '2001:db8:0:0/56'],
  ['::1', '0:0:0:0/56'],
  ['fe80::1%eth0', 'fe80:0:0:0/56'],
  ['64:ff9b::192.0.2.7', '64:ff9b:0:0/56'],
  ['1:2:3:4:5:6:7.8.9.10', '1:2:3:0/56'],
])('%s belongs to %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

it('can take neighbours in IPv4 for one', () => {
  expect(networkOf('192.0.2.7', 24)).toBe('192.0.2.0/24')
  expect(networkOf('192.0.2.200', 24)).toBe(networkOf('192.0.2.7', 24))
})

it('gives one key to every address of a subscriber, however it is written', () => {
  fc.assert(
    fc.property(fc.ipV6(), (address) => {
      const written = new URL(`http://[${address}]`).hostname.slice(1, -1)
      expect(networkOf(address.toUpperCase())).toBe(networkOf(written))
    }),
  )
})
