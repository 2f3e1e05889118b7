import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTraffic } from '#server/kernel/counters.ts'
import { openWholeApp, type WholeApp } from '#test/open-whole-app.ts'
import { type Delays, isShed, nextShedding, workOf } from './shed-load.ts'

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

it('refuses costly work first, at once, with a time to come back; what is ready is still given', async () => {
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

it('always answers whoever watches the process', async () => {
  whole.context.traffic.shedding = 3
  expect((await get('/api/browse/club/2PYL')).statusCode).toBe(503)
  expect((await get('/api/health/live')).statusCode).toBe(200)
  expect((await get('/api/health/ready')).json()).toMatchObject({ status: 'ready' })
})

it('says when it is being stopped, and asks everybody to go elsewhere', async () => {
  whole.context.traffic.stopping = true
  const ready = await get('/api/health/ready')
  expect([ready.statusCode, ready.json().code]).toEqual([503, 'stopping'])
  const answer = await get('/api/browse/club/2PYL')
  expect([answer.statusCode, answer.headers.connection]).toEqual([200, 'close'])
  whole.context.traffic.stopping = false
})

/** How much is refused after so many looks at the same strain. */
function sheddingAfter(looks: number, strain: Partial<Delays>, from = 0): number {
  let shedding = from
  for (let look = 0; look < looks; look++)
    shedding = nextShedding(shedding, { loopDelayMs: 0, storeDelayMs: 0, ...strain })
  return shedding
}

describe('how much is refused', () => {
  it.each([
    ['nothing while nobody waits', 100, { loopDelayMs: 59, storeDelayMs: 199 }, 0, 0],
    ['more, the longer the loop makes wait', 5, { loopDelayMs: 120 }, 0.9, 1.1],
    ['all that is costly at once when the wait is grave', 1, { storeDelayMs: 700 }, 1, 1],
    ['most of what is ready too within seconds, never all', 100, { loopDelayMs: 500 }, 2.85, 2.95],
    ['nothing that is ready for the sake of a slow store', 100, { storeDelayMs: 10_000 }, 2, 2],
  ])('is %s', (_what, looks, strain, least, most) => {
    expect(sheddingAfter(looks, strain)).toBeGreaterThanOrEqual(least)
    expect(sheddingAfter(looks, strain)).toBeLessThanOrEqual(most)
  })

  it('goes back to nothing within six seconds of calm, and below what only a slow loop may cost', () => {
    expect(sheddingAfter(60, {}, 2.9)).toBeCloseTo(0, 5)
    expect(sheddingAfter(30, { storeDelayMs: 10_000 }, 2.9)).toBeLessThanOrEqual(2)
  })
})

describe('what is given up first', () => {
  const share = (shedding: number, work: 'costly' | 'made' | 'ready') => {
    const traffic = { ...createTraffic(), shedding }
    return [0.25, 0.75].filter((dice) => isShed(traffic, work, () => dice)).length / 2
  }

  it.each([
    [0, 0, 0, 0],
    [0.5, 0.5, 0, 0],
    [1.5, 1, 0.5, 0],
    [2.5, 1, 1, 0.5],
  ])('at %d: of costly work %d, of answers to be made %d, of ready ones %d', (shedding, costly, made, ready) => {
    expect([share(shedding, 'costly'), share(shedding, 'made'), share(shedding, 'ready')]).toEqual([
      costly,
      made,
      ready,
    ])
  })

  it.each([
    ['POST', '/api/search', 'costly'],
    ['POST', '/api/auth/login', 'costly'],
    ['GET', '/api/analytics/club/2PP/member-scores?days=7&format=csv', 'costly'],
    ['GET', '/og/club/2PP.png', 'costly'],
    ['GET', '/api/browse/club/2PP', 'ready'],
    ['GET', '/club/2PP', 'ready'],
    ['GET', '/api/health/ready', null],
    ['GET', '/assets/index-abc.js', null],
  ])('%s %s is %s', (method, url, work) => {
    expect(workOf(method, url)).toBe(work)
  })
})
