import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { openWholeApp, type WholeApp } from '#test/open-whole-app.ts'
import { countsOf } from '../counts.ts'
import { trafficOf } from './traffic.ts'

let whole: WholeApp
const get = (url: string) => whole.app.inject(url)
const search = () => whole.app.inject({ method: 'POST', url: '/api/search', payload: { tag: '2PYL' } })

beforeAll(async () => {
  whole = await openWholeApp()
})
beforeEach(() => {
  trafficOf(whole.context).shedding = 0
})
afterAll(() => whole.close())

it('refuses costly work first, at once, with a time to come back; what is ready is still given', async () => {
  await get('/api/browse/club/2PYL')
  trafficOf(whole.context).shedding = 2
  const refused = await search()
  expect(refused.statusCode).toBe(503)
  expect(refused.headers['retry-after']).toMatch(/^[123]$/)
  expect(refused.headers).toMatchObject({ 'x-request-id': expect.any(String), 'x-content-type-options': 'nosniff' })
  expect(refused.json()).toEqual({ error: expect.stringContaining('very busy'), code: 'busy' })
  expect((await get('/api/browse/club/2PYL')).statusCode).toBe(200)
  expect((await get('/api/browse/player/2PY')).json()).toMatchObject({ code: 'busy' })
  expect(Object.fromEntries(countsOf(whole.context).of('requests_shed'))).toEqual({ costly: 1, made: 1 })
})

it('always answers whoever watches the process', async () => {
  trafficOf(whole.context).shedding = 3
  expect((await get('/api/browse/club/2PYL')).statusCode).toBe(503)
  expect((await get('/api/health/live')).statusCode).toBe(200)
  expect((await get('/api/health/ready')).json()).toMatchObject({ status: 'ready' })
})

it('says when it is being stopped, and asks everybody to go elsewhere', async () => {
  trafficOf(whole.context).stopping = true
  const ready = await get('/api/health/ready')
  expect([ready.statusCode, ready.json().code]).toEqual([503, 'stopping'])
  const answer = await get('/api/browse/club/2PYL')
  expect([answer.statusCode, answer.headers.connection]).toEqual([200, 'close'])
  trafficOf(whole.context).stopping = false
})
