import { beforeEach, describe, expect, it } from 'vitest'
import { AppError } from '#server/kernel/errors.ts'
import { HOUR_MS } from '#shared/days.ts'
import { type ManualClock, manualClock } from '#test/manual-clock.ts'
import { readyAnswer } from './ready-answer.ts'
import { createResponseCache, type ResponseCache } from './response-cache.ts'

const answerOf = (text: string) => readyAnswer({ status: 200, headers: {}, text })
const textOf = async (cache: ResponseCache, question: Parameters<ResponseCache['answer']>[0]) =>
  (await cache.answer(question)).body.toString()

describe('cached answers', () => {
  let clock: ManualClock
  let cache: ResponseCache
  let made: number
  const errors: unknown[] = []
  const club = (key = 'club') => ({
    key,
    topics: ['club #2PP'],
    make: async () => {
      made += 1
      return { answer: answerOf(`answer ${made}`), freshSeconds: 30 }
    },
  })

  beforeEach(() => {
    clock = manualClock()
    made = 0
    errors.length = 0
    cache = createResponseCache({ clock, maxBytes: 100_000, onError: (error) => errors.push(error) })
  })

  it('are made once, however many visitors ask at the same time, and kept while they are fresh', async () => {
    const texts = await Promise.all(Array.from({ length: 50 }, () => textOf(cache, club())))
    expect(new Set(texts)).toEqual(new Set(['answer 1']))
    await clock.advance(29_999)
    expect(await textOf(cache, club())).toBe('answer 1')
    expect(made).toBe(1)
    await clock.advance(1)
    await textOf(cache, club())
    expect(made).toBe(2)
  })

  it('are given a minute longer while a new one is made, and no longer', async () => {
    await textOf(cache, club())
    await clock.advance(31_000)
    expect(await textOf(cache, club())).toBe('answer 1')
    await clock.advance(0)
    expect(await textOf(cache, club())).toBe('answer 2')
    await clock.advance(120_000)
    expect(await textOf(cache, club())).toBe('answer 3')
  })

  it('are given for an hour longer while no new one can be made, and the error is reported', async () => {
    await textOf(cache, club())
    await clock.advance(31_000)
    const failing = { ...club(), make: () => Promise.reject(new Error('store is away')) }
    expect(await textOf(cache, failing)).toBe('answer 1')
    await clock.advance(0)
    expect(errors).toEqual([new Error('store is away')])
    await clock.advance(120_000)
    expect(await textOf(cache, failing)).toBe('answer 1')
    await clock.advance(HOUR_MS)
    await expect(cache.answer(failing)).rejects.toThrow('store is away')
  })

  it('are given to nobody once what they are about is gone', async () => {
    await textOf(cache, club())
    await clock.advance(31_000)
    const gone = { ...club(), make: () => Promise.reject(new AppError('not_found', 'Taken back')) }
    // Somebody is given the older one while a new one is tried.
    expect(await textOf(cache, gone)).toBe('answer 1')
    await clock.advance(0)
    await expect(textOf(cache, gone)).rejects.toThrow('Taken back')
    await textOf(cache, club())
    await clock.advance(120_000)
    await expect(textOf(cache, gone)).rejects.toThrow('Taken back')
    expect(cache.size().entries).toBe(0)
  })

  it('are dropped when a change of what they are made of is announced, and others stay', async () => {
    await textOf(cache, club())
    await textOf(cache, { ...club('player'), topics: ['player #2PP'] })
    cache.drop(['club #2PP', 'club #2YY'])
    expect(cache.size().entries).toBe(1)
    expect(await textOf(cache, club('player'))).toBe('answer 2')
    expect(await textOf(cache, club())).toBe('answer 3')
  })

  it('are not kept when the change is announced while they are made', async () => {
    const gate = Promise.withResolvers<void>()
    const before = cache.answer({ ...club(), make: () => gate.promise.then(club().make) })
    cache.drop(['club #2PP'])
    const after = await textOf(cache, club())
    gate.resolve()
    await before
    expect(after).toBe('answer 1')
    expect(await textOf(cache, club())).toBe('answer 1')
  })

  it('take no more memory than allowed, and those least recently used go first', async () => {
    for (let i = 0; i < 500; i++) await cache.answer(club(`club ${i}`))
    expect(cache.size().bytes).toBeLessThanOrEqual(100_000)
    expect(await textOf(cache, club('club 499'))).toBe('answer 500')
    expect(await textOf(cache, club('club 0'))).toBe('answer 501')
  })
})
