import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { HOUR_MS } from '#shared/days.ts'
import { manualClock } from '#test/manual-clock.ts'
import { createBudget } from './budget.ts'
import type { Ask } from './fair-queue.ts'
import type { Asker, Priority } from './game-api.ts'

function open(callsPerSecond: number, tokens = ['t']) {
  const clock = manualClock()
  const budget = createBudget({ tokens, callsPerSecond, clock })
  const made: { at: number; token: string; name: string }[] = []
  const take = (
    name: string,
    priority: Priority = 'collector',
    { signal = new AbortController().signal, askers = [] }: { signal?: AbortSignal; askers?: Asker[] } = {},
  ) => {
    const ask: Ask = { priority, askers, signal }
    let at = 0
    const admit = () => {
      at = clock.monotonic()
    }
    const taken = budget.take(ask, admit).then((token) => {
      made.push({ at, token: token.token, name })
      return token
    })
    taken.catch(() => {})
    return { ask, taken }
  }
  return { clock, budget, made, take }
}

/** The most calls within any second. */
function busiestSecond(times: number[]): number {
  return Math.max(0, ...times.map((start) => times.filter((at) => at >= start && at < start + 1_000).length))
}

describe('the number of calls per second', () => {
  test('is never more than configured, for any rate and any arrival', async () => {
    const arrivals = fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 60 })
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 12 }), arrivals, async (rate, gaps) => {
        const { clock, made, take } = open(rate)
        for (const gap of gaps) {
          take('any')
          await clock.advance(gap)
        }
        await clock.advance(70_000)
        expect(made).toHaveLength(gaps.length)
        expect(busiestSecond(made.map(({ at }) => at))).toBeLessThanOrEqual(rate)
      }),
      { numRuns: 25 },
    )
  })

  test('holds for each token, and tokens take turns', async () => {
    const { clock, made, take } = open(2, ['a', 'b'])
    for (let call = 0; call < 8; call++) take('any')
    await clock.advance(0)
    expect(made.map(({ token }) => token)).toEqual(['a', 'b', 'a', 'b'])
    await clock.advance(1_100)
    expect(made).toHaveLength(8)
  })

  test('may be a fraction, one call in four seconds', async () => {
    const { clock, made, take } = open(0.25)
    for (let call = 0; call < 3; call++) take('any')
    await clock.advance(3_900)
    expect(made).toHaveLength(1)
    await clock.advance(8_400)
    expect(made).toHaveLength(3)
  })
})

describe('the queue of calls', () => {
  test('lets visitors go first, also a visitor who joined a collector’s waiting call', async () => {
    const { clock, made, take } = open(1)
    take('first')
    take('collector')
    const joined = take('joined')
    take('visitor', 'visitor')
    joined.ask.priority = 'visitor'
    await clock.advance(5_000)
    expect(made.map(({ name }) => name)).toEqual(['first', 'joined', 'visitor', 'collector'])
  })

  test('gives a third of the calls to the collector, however many visitors wait', async () => {
    const { clock, made, take } = open(8)
    for (let call = 0; call < 70; call++) {
      take('visitor', 'visitor')
      take('collector')
    }
    await clock.advance(9_000)
    const share = made.filter(({ name }) => name === 'collector').length / made.length
    expect(made.length).toBeGreaterThan(60)
    expect(share).toBeGreaterThan(0.3)
    expect(share).toBeLessThan(0.37)
  })

  test('serves a visitor before the flood of another one, by account and by network', async () => {
    const { clock, made, take } = open(8)
    for (let call = 0; call < 60; call++) {
      take('flood', 'visitor', { askers: [[`network ${call % 2}`, 'account 1']] })
      take('flood', 'visitor', { askers: [['network 2', `account ${call}`]] })
    }
    await clock.advance(2_000)
    for (let call = 0; call < 4; call++) take('honest', 'visitor', { askers: [['network 3']] })
    const before = made.length
    await clock.advance(1_100)
    expect(made.slice(before, before + 4).map(({ name }) => name)).toEqual(Array(4).fill('honest'))
  })

  test('lets a visitor who joined the call of a flood have it at once', async () => {
    const { clock, made, take } = open(1)
    const flood = { askers: [['network 1']] }
    for (let call = 0; call < 8; call++) take('flood', 'visitor', flood)
    const joined = take('joined', 'visitor', flood)
    await clock.advance(1_100)
    joined.ask.askers = [...joined.ask.askers, ['network 2']]
    await clock.advance(1_100)
    expect(made.at(-1)?.name).toBe('joined')
  })

  test('refuses at once what cannot be served before a visitor stops waiting', async () => {
    const { budget, take } = open(2)
    const flood = Array.from({ length: 40 }, () => take('flood', 'visitor', { askers: [['network 1']] }).taken)
    const refused = await Promise.allSettled(flood.slice(30))
    expect(refused.map((each) => each.status === 'rejected' && each.reason.kind)).toEqual(Array(10).fill('throttled'))
    expect(budget.status().queued).toBe(20)
  })

  test('forgets a call that was cancelled', async () => {
    const { clock, made, take, budget } = open(1)
    const leaving = new AbortController()
    take('first')
    const { taken } = take('leaving', 'visitor', { signal: leaving.signal })
    take('last')
    leaving.abort(new Error('gone'))
    await expect(taken).rejects.toThrow('gone')
    await clock.advance(1_100)
    expect(made.map(({ name }) => name)).toEqual(['first', 'last'])
    expect(budget.status().queued).toBe(0)
  })
})

describe('after a 429', () => {
  test('the rate is halved once, however many calls were under way, and comes back slowly', async () => {
    const { clock, budget, take } = open(8)
    const token = await take('any').taken
    for (let answer = 0; answer < 5; answer++) budget.throttled(token, null)
    expect(budget.status()).toMatchObject({ callsPerSecond: 4, leftThisSecond: 0 })
    await clock.advance(1_000)
    expect(budget.status()).toMatchObject({ callsPerSecond: 4, leftThisSecond: 3 })
    await clock.advance(25_000)
    expect(budget.status().callsPerSecond).toBe(6)
    await clock.advance(25_000)
    expect(budget.status().callsPerSecond).toBe(8)
    expect(budget.isSlowed()).toBe(false)
  })

  test('with Retry-After the token stops until then, and the other goes on', async () => {
    const { clock, budget, made, take } = open(1, ['a', 'b'])
    budget.throttled(await take('any').taken, 5_000)
    for (let call = 0; call < 6; call++) take('any')
    await clock.advance(4_900)
    expect(made.slice(1).map(({ token }) => token)).toEqual(['b', 'b', 'b', 'b', 'b'])
    await clock.advance(200)
    expect(made.at(-1)?.token).toBe('a')
  })

  test('without Retry-After each further pause is longer', async () => {
    const { clock, budget, take } = open(10)
    const pauses: number[] = []
    for (let round = 0; round < 4; round++) {
      const before = clock.monotonic()
      const { taken } = take('any')
      await clock.advance(60_000)
      const token = await taken
      budget.throttled(token, null)
      pauses.push(token.pausedUntil() - before - 60_000)
    }
    expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000])
  })

  test('with a long pause waiting calls fail at once', async () => {
    const { budget, take } = open(1)
    const token = await take('any').taken
    const waiting = take('visitor', 'visitor').taken
    budget.throttled(token, 20_000)
    await expect(waiting).rejects.toMatchObject({ kind: 'throttled', retryAfterMs: 20_000 })
    const patient = take('collector')
    budget.throttled(token, HOUR_MS)
    await expect(patient.taken).rejects.toMatchObject({ kind: 'throttled' })
    await expect(take('later').taken).rejects.toMatchObject({ kind: 'throttled' })
  })
})
