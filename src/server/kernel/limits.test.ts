import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { manualClock } from '#test/manual-clock.ts'
import { AppError } from './errors.ts'
import { createConcurrencyLimit, createRateLimit, enforceLimit, networkOf } from './limits.ts'

describe('a rate limit', () => {
  it('allows so many uses in a window, says how long to wait, and then allows as many again', async () => {
    const clock = manualClock()
    const limit = createRateLimit({ clock, limit: 2, windowMs: 60_000 })
    expect([limit.take('a'), limit.take('a')]).toEqual([0, 0])
    await clock.advance(59_500)
    expect(limit.take('a')).toBe(1)
    expect(limit.take('b')).toBe(0)
    await clock.advance(500)
    expect([limit.take('a'), limit.take('a'), limit.take('a')]).toEqual([0, 0, 60])
  })

  it('refuses with the sentence given and a time to come back', () => {
    const limit = createRateLimit({ clock: manualClock(), limit: 1, windowMs: 60_000 })
    enforceLimit(limit, 'a', 'Slow down')
    const refusal = { status: 429, code: 'too_many', message: 'Slow down', retryAfterSeconds: 60 }
    expect(() => enforceLimit(limit, 'a', 'Slow down')).toThrow(expect.objectContaining(refusal))
  })

  it('remembers a bounded number of keys, those that were used last', () => {
    const limit = createRateLimit({ clock: manualClock(), limit: 1, windowMs: 60_000, keys: 1000 })
    for (let i = 0; i < 100_000; i += 1) limit.take(`key ${i}`)
    expect(limit.size()).toBe(1000)
    expect(limit.take('key 99999')).toBeGreaterThan(0)
    expect(limit.take('key 0')).toBe(0)
  })
})

describe('a concurrency limit', () => {
  /** Work that ends when the test says so. */
  function controlledWork() {
    const ends: (() => void)[] = []
    const work = () => new Promise<void>((resolve) => ends.push(resolve))
    return { ends, work }
  }

  it('does so much at once, lets so much wait in order, and refuses the rest at once', async () => {
    const refusal = { sentence: 'Too many', retryAfterSeconds: 2 }
    const limit = createConcurrencyLimit(2, { waiting: 1, refusal })
    const { ends, work } = controlledWork()
    const accepted = [limit.run(work), limit.run(work), limit.run(work)]
    const error: unknown = await limit.run(work).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(AppError)
    expect(error).toMatchObject({ status: 503, code: 'busy', message: 'Too many', retryAfterSeconds: 2 })
    expect(ends).toHaveLength(2)
    ends[0]?.()
    await expect.poll(() => ends.length).toBe(3)
    ends[1]?.()
    ends[2]?.()
    await Promise.all(accepted)
  })

  it('gives the place of work that failed to the next', async () => {
    const limit = createConcurrencyLimit(1, { waiting: 1 })
    const broken = limit.run(() => Promise.reject(new Error('broken')))
    const next = limit.run(() => 'done')
    await expect(broken).rejects.toThrow('broken')
    expect(await next).toBe('done')
    expect(await limit.run(() => 'again')).toBe('again')
  })

  it('refuses what is shed at once, and says so', async () => {
    let refused = 0
    const limit = createConcurrencyLimit(2, { isShed: (isQuiet) => !isQuiet, onShed: () => (refused += 1) })
    await expect(limit.run(() => 'done')).rejects.toMatchObject({ status: 503, retryAfterSeconds: 1 })
    expect(await limit.run(() => 'done', true)).toBe('done')
    expect(refused).toBe(1)
  })
})

describe('the network of an address', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2ff::1', '2001:db8:1:200/56'],
    ['2001:db8::1', '2001:db8:0:0/56'],
    ['::1', '0:0:0:0/56'],
    ['192.0.2.7:4711', '192.0.2.7'],
    ['[2001:db8:1:2ff::1]:4711', '2001:db8:1:200/56'],
    ['[2001:db8:1:2ff::1]', '2001:db8:1:200/56'],
    ['[::ffff:192.0.2.7]:4711', '192.0.2.7'],
    ['fe80::1%eth0', 'fe80:0:0:0/56'],
    ['64:ff9b::192.0.2.7', '64:ff9b:0:0/56'],
    ['1:2:3:4:5:6:7.8.9.10', '1:2:3:0/56'],
  ])('of %s is %s', (address, network) => {
    expect(networkOf(address)).toBe(network)
  })

  it('is the same for neighbours in IPv4 when 24 bits are asked for', () => {
    expect(networkOf('192.0.2.7', 24)).toBe('192.0.2.0/24')
    expect(networkOf('192.0.2.200', 24)).toBe(networkOf('192.0.2.7', 24))
  })

  it('is the same however an IPv6 address is written', () => {
    fc.assert(
      fc.property(fc.ipV6(), (address) => {
        const written = new URL(`http://[${address}]`).hostname.slice(1, -1)
        expect(networkOf(address.toUpperCase())).toBe(networkOf(written))
      }),
    )
  })
})
