import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTraffic } from '#server/kernel/counters.ts'
import { refusalOf } from '#test/ask.ts'
import { openWholeApp, type WholeApp } from '#test/open-whole-app.ts'
import { createQuietness, type Delays, isShed, nextShedding, workOf } from './shed-load.ts'

let whole: WholeApp
const get = (url: string) => whole.app.inject(url)
const search = () => whole.app.inject({ method: 'POST', url: '/api/search', payload: { tag: '2PYL' } })

beforeAll(async () => {
  whole = await openWholeApp()
})
beforeEach(() => {
  whole.context.traffic.shedding = 0
})
afterAll(() => whole.close())

it('an overloaded site refuses costly work first, with a time to try again, and still gives cached answers', async () => {
  await get('/api/browse/club/2PYL')
  whole.context.traffic.shedding = 2
  const refused = await search()
  expect(refused.statusCode).toBe(503)
  expect(refused.headers['retry-after']).toMatch(/^[123]$/)
  expect(refused.headers).toMatchObject({ 'x-request-id': expect.any(String), 'x-content-type-options': 'nosniff' })
  expect(refused.json()).toEqual({ error: expect.stringContaining('very busy'), code: 'busy' })
  expect((await get('/api/browse/club/2PYL')).statusCode).toBe(200)
  expect((await get('/api/browse/player/2PY')).json()).toMatchObject({ code: 'busy' })
  expect(Object.fromEntries(whole.context.counters.of('requests_shed'))).toEqual({ costly: 1, made: 1 })
})

it('an overloaded site always answers health checks', async () => {
  whole.context.traffic.shedding = 3
  expect((await get('/api/browse/club/2PYL')).statusCode).toBe(503)
  expect((await get('/api/health/live')).statusCode).toBe(200)
  expect((await get('/api/health/ready')).json()).toMatchObject({ status: 'ready' })
})

it('a site that is being stopped says so, and asks clients to close their connections', async () => {
  whole.context.traffic.stopping = true
  const ready = await get('/api/health/ready')
  expect([ready.statusCode, refusalOf(ready).code]).toEqual([503, 'stopping'])
  const answer = await get('/api/browse/club/2PYL')
  expect([answer.statusCode, answer.headers.connection]).toEqual([200, 'close'])
  whole.context.traffic.stopping = false
})

it('an overloaded site refuses the network that asks for much, and answers the others', async () => {
  const from = (remoteAddress: string) =>
    whole.app.inject({ method: 'POST', url: '/api/search', remoteAddress, payload: { tag: 'not a tag' } })
  whole.context.traffic.shedding = 1.9
  const statuses = new Set<number>()
  for (let turn = 0; turn < 400; turn += 1) statuses.add((await from('192.0.2.99')).statusCode)
  const others = []
  for (let visitor = 0; visitor < 20; visitor += 1) others.push((await from(`198.51.100.${visitor}`)).statusCode)
  expect([[...statuses], new Set(others)]).toEqual([[503], new Set([401])])
})

it('a network that is refused for its load has used up its requests all the same', async () => {
  whole.context.traffic.shedding = 1.9
  const from = () => whole.app.inject({ method: 'POST', url: '/api/search', remoteAddress: '203.0.113.9' })
  const left = [await from(), await from()].map(({ headers }) => Number(headers['x-ratelimit-remaining']))
  expect(left[0]).toBe((left[1] ?? 0) + 1)
})

/** The value of `Traffic.shedding` after so many measurements of the same delays. */
function sheddingAfter(measurements: number, delays: Partial<Delays>, from = 0): number {
  let shedding = from
  for (let i = 0; i < measurements; i++)
    shedding = nextShedding(shedding, { loopDelayMs: 0, storeDelayMs: 0, ...delays })
  return shedding
}

describe('shedding', () => {
  it.each([
    ['refuses nothing while delays are short', 100, { loopDelayMs: 59, storeDelayMs: 199 }, 0, 0],
    ['rises faster with a longer delay of the loop', 5, { loopDelayMs: 120 }, 0.9, 1.1],
    ['refuses all costly work at once after a severe delay', 1, { storeDelayMs: 700 }, 1, 1],
    ['refuses most cached answers too within seconds, but never all', 100, { loopDelayMs: 500 }, 2.85, 2.95],
    ['refuses no cached answer because of a slow store', 100, { storeDelayMs: 10_000 }, 2, 2],
  ])('%s', (_what, measurements, delays, least, most) => {
    expect(sheddingAfter(measurements, delays)).toBeGreaterThanOrEqual(least)
    expect(sheddingAfter(measurements, delays)).toBeLessThanOrEqual(most)
  })

  it('ends within six seconds without delays, and falls to 2 when only the store is still slow', () => {
    expect(sheddingAfter(60, {}, 2.9)).toBeCloseTo(0, 5)
    expect(sheddingAfter(30, { storeDelayMs: 10_000 }, 2.9)).toBeLessThanOrEqual(2)
  })
})

describe('the work that is refused first', () => {
  const share = (shedding: number, work: 'costly' | 'made' | 'ready', isQuiet = false) => {
    const traffic = { ...createTraffic(), shedding }
    return [0.25, 0.75].filter((dice) => isShed(traffic, work, { isQuiet, random: () => dice })).length / 2
  }

  it('is that of networks that ask for much', () => {
    expect([2, 2.5, 2.9].map((shedding) => share(shedding, 'costly', true))).toEqual([0, 0.5, 1])
    expect([share(2.9, 'made', true), share(2.9, 'ready', true)]).toEqual([0, 0])
  })

  it('is that of nobody in particular where all ask for as much', () => {
    const isQuiet = createQuietness()
    const found = Array.from({ length: 40 }, (_, turn) => Array.from({ length: 50 }, () => isQuiet(turn + 1))).flat()
    expect(found).not.toContain(true)
  })

  it('is not that of a visitor who opens pages while one network floods the site', () => {
    const isQuiet = createQuietness()
    for (let used = 1; used <= 300; used += 1) isQuiet(used)
    expect([1, 2, 20].map(isQuiet)).toEqual([true, true, true])
    expect(isQuiet(301)).toBe(false)
  })

  it.each([
    [0, 0, 0, 0],
    [0.5, 0.5, 0, 0],
    [1.5, 1, 0.5, 0],
    [2.5, 1, 1, 0.5],
  ])(
    'at %d, these shares are refused: costly work %d, answers to be made %d, cached ones %d',
    (shedding, costly, made, ready) => {
      expect([share(shedding, 'costly'), share(shedding, 'made'), share(shedding, 'ready')]).toEqual([
        costly,
        made,
        ready,
      ])
    },
  )

  it.each([
    ['POST', '/api/search', 'costly'],
    ['POST', '/api/auth/login', 'costly'],
    ['GET', '/api/analytics/club/2PP/member-scores?days=7&format=csv', 'costly'],
    ['GET', '/og/club/2PP.png', 'costly'],
    ['GET', '/player/2PP/week/2026-W02.png', 'costly'],
    ['GET', '/player/2PP/week/2026-W02', 'ready'],
    ['GET', '/api/browse/club/2PP', 'ready'],
    ['GET', '/club/2PP', 'ready'],
    ['GET', '/api/health/ready', null],
    ['GET', '/assets/index-abc.js', null],
  ])('%s %s counts as %s', (method, url, work) => {
    expect(workOf(method, url)).toBe(work)
  })
})
