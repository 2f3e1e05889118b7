import { request } from 'node:http'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type DemoProvider, startDemoProvider } from '#demo/start-demo-provider.ts'
import { EXAMPLE_CLUB_TAG, EXAMPLE_PLAYER_TAG } from '#demo/world/landmarks.ts'

const EPOCH = new Date('2026-01-05T00:00:00Z')
const NOW = new Date('2026-01-25T18:30:00Z')
const KEY = 'key of the tests'
const CLUB = `/v1/clubs/${encodeURIComponent(EXAMPLE_CLUB_TAG)}`

let demo: DemoProvider
beforeAll(async () => {
  demo = await startDemoProvider({
    epoch: EPOCH,
    clubs: 12,
    tokens: ['first', 'second'],
    controlKey: KEY,
    now: () => NOW,
  })
})
afterEach(() => ask('/_demo/faults', { method: 'DELETE' }))
afterAll(() => demo.close())

type Reply = { status: number; headers: Record<string, unknown>; text: string }
type Ask = { method?: string; body?: unknown; headers?: Record<string, string>; timeoutMs?: number }

function ask(path: string, { method = 'GET', body, headers, timeoutMs }: Ask = {}): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const options = {
      method,
      headers: headers ?? { authorization: `Bearer ${path.startsWith('/_demo/') ? KEY : 'first'}` },
      timeout: timeoutMs ?? 5000,
    }
    const call = request(new URL(path, demo.url), options, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }))
      response.on('error', reject)
    })
    call.on('timeout', () => call.destroy(new Error('no answer')))
    call.on('error', reject)
    call.end(body === undefined ? undefined : JSON.stringify(body))
  })
}

const putFaults = (...faults: unknown[]) => ask('/_demo/faults', { method: 'PUT', body: faults })

test.each([
  ['no header', {}, 'Missing authorization'],
  ['a wrong token', { authorization: 'Bearer third' }, 'Invalid authorization'],
  ['no bearer token', { authorization: 'Basic first' }, 'Invalid authorization'],
])('a request with %s is refused', async (_, headers, message) => {
  const reply = await ask(CLUB, { headers: headers as Record<string, string> })
  expect(reply.status).toBe(403)
  expect(JSON.parse(reply.text)).toEqual({ reason: 'accessDenied', message })
})

test('every configured token and an empty query are accepted, and answers may be cached', async () => {
  const reply = await ask(`${CLUB}?`, { headers: { authorization: 'Bearer second' } })
  expect(reply.status).toBe(200)
  expect(reply.headers['cache-control']).toMatch(/^max-age=\d+$/)
})

test.each([
  '/v1/clubs/%23PPPPPPP',
  '/v1/clubs/%E0%A4%A',
  '/v1/players/%23AAA',
  '/v1/clubs',
  `${CLUB}/toString`,
  '/v1/brawlers/16000033',
  '/v1/brawlers/99999999',
  '/v1/rankings/usa/players',
  '/v1/rankings/us/teams',
  '/clubs',
])('%s is not found', async (path) => {
  const reply = await ask(path)
  expect(reply.status).toBe(404)
  expect(JSON.parse(reply.text)).toEqual({ reason: 'notFound' })
})

test('a ranking can be paged forward and back', async () => {
  const page = async (query: string) => JSON.parse((await ask(`/v1/rankings/global/players?${query}`)).text)
  const first = await page('limit=80')
  expect(first.paging.cursors).toEqual({ after: 'eyJwb3MiOjgwfQ' })
  const second = await page(`limit=80&after=${first.paging.cursors.after}`)
  expect(second.paging.cursors).toEqual({ after: 'eyJwb3MiOjE2MH0', before: 'eyJwb3MiOjgwfQ' })
  const third = await page(`limit=80&after=${second.paging.cursors.after}`)
  expect(third.paging.cursors).toEqual({ before: 'eyJwb3MiOjE2MH0' })
  expect(await page(`limit=80&before=${second.paging.cursors.before}`)).toEqual(first)
  const all = await page('')
  expect(all.paging.cursors).toEqual({})
  expect([...first.items, ...second.items, ...third.items]).toEqual(all.items)
  expect(all.items.map((row: { rank: number }) => row.rank)).toEqual(Array.from({ length: 200 }, (_, i) => i + 1))
})

test.each(['limit=0', 'limit=x', 'after=abc', 'after=eyJwb3MiOjgwfQ&before=eyJwb3MiOjgwfQ'])(
  'the malformed page %s is a bad request',
  async (query) => expect((await ask(`/v1/rankings/us/clubs?${query}`)).status).toBe(400),
)

test('x-demo-time asks about another moment, and a malformed one is a bad request', async () => {
  const at = (time: string) => ask(CLUB, { headers: { authorization: 'Bearer first', 'x-demo-time': time } })
  const today = await ask(CLUB)
  expect((await at(NOW.toISOString())).text).toBe(today.text)
  expect((await at('2026-01-07T00:00:00Z')).text).not.toBe(today.text)
  expect((await at('2025-01-01T00:00:00Z')).text).toBe((await at(EPOCH.toISOString())).text)
  expect((await at('yesterday')).status).toBe(400)
})

test.each([
  ['429', 429, 'requestThrottled'],
  ['503', 503, 'inMaintenance'],
  ['403', 403, 'accessDenied.invalidIp'],
  ['404', 404, 'notFound'],
])('the fault %s answers %i %s', async (kind, status, reason) => {
  await putFaults({ path: '/v1/clubs/*', kind })
  const reply = await ask(CLUB)
  expect(reply.status).toBe(status)
  expect(JSON.parse(reply.text).reason).toBe(reason)
  expect((await ask('/v1/brawlers')).status).toBe(200)
})

test('the fault 429-retry-after answers with Retry-After for the wanted number of requests', async () => {
  await putFaults({ path: '*', kind: '429-retry-after', retryAfterSeconds: 7, remaining: 2 })
  const replies = [await ask(CLUB), await ask(CLUB), await ask(CLUB)]
  expect(replies.map(({ status, headers }) => [status, headers['retry-after']])).toEqual([
    [429, '7'],
    [429, '7'],
    [200, undefined],
  ])
})

test('faults can cut a body, make it malformed or HTML, or set all trophies to 1', async () => {
  await putFaults({ path: CLUB, kind: 'cut' })
  await expect(ask(CLUB)).rejects.toThrow()
  await putFaults({ path: CLUB, kind: 'malformed' })
  const malformed = await ask(CLUB)
  expect(malformed.status).toBe(200)
  expect(() => JSON.parse(malformed.text)).toThrow(SyntaxError)
  await putFaults({ path: CLUB, kind: 'html-503' })
  expect((await ask(CLUB)).text).toMatch(/^<!DOCTYPE html>/)
  await putFaults({ path: '/v1/rankings/*', kind: 'trophies-1' })
  const ranking = JSON.parse((await ask('/v1/rankings/global/players')).text)
  expect(ranking.items.every((row: { trophies: number }) => row.trophies === 1)).toBe(true)
})

test('the fault hang gives no answer and the fault slow a late one', async () => {
  await putFaults({ path: CLUB, kind: 'hang' }, { path: '/v1/brawlers', kind: 'slow', delayMs: 5 })
  await expect(ask(CLUB, { timeoutMs: 50 })).rejects.toThrow('no answer')
  expect((await ask('/v1/brawlers')).status).toBe(200)
})

test('a malformed list of faults is refused and leaves the old faults', async () => {
  await putFaults({ path: '*', kind: '404' })
  expect((await putFaults({ path: '*', kind: 'unheard-of' })).status).toBe(400)
  expect((await ask(CLUB)).status).toBe(404)
})

test('calls are counted by kind until they are reset', async () => {
  await ask('/_demo/calls', { method: 'DELETE' })
  const player = encodeURIComponent(EXAMPLE_PLAYER_TAG)
  for (const path of [CLUB, CLUB, `/v1/players/${player}/battlelog`, '/v1/nothing']) await ask(path)
  expect(JSON.parse((await ask('/_demo/calls')).text)).toEqual({
    total: 4,
    kinds: { club: 2, battlelog: 1, unknown: 1 },
  })
})

test.each([
  ['no header', {}],
  ["the game's token", { authorization: 'Bearer first' }],
])('a switch refuses %s in place of the control key, and switches nothing', async (_what, headers) => {
  const fault = { path: '/v1/*', kind: '503' }
  expect((await ask('/_demo/faults', { method: 'PUT', headers, body: [fault] })).status).toBe(403)
  expect((await ask('/_demo/calls', { method: 'DELETE', headers })).status).toBe(403)
  expect(JSON.parse((await ask('/_demo/faults')).text)).toEqual([])
})

test('a provider without a control key has no switches', async () => {
  const closed = await startDemoProvider({ epoch: EPOCH, clubs: 4 })
  const headers = { authorization: `Bearer ${closed.token}` }
  const answers = ['faults', 'calls'].map((what) => fetch(closed.url.replace('/v1', `/_demo/${what}`), { headers }))
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([404, 404])
  await closed.close()
})

test('PUT /_demo/icons changes the icon of a player', async () => {
  const path = `/v1/players/${encodeURIComponent(EXAMPLE_PLAYER_TAG)}`
  const icon = async () => JSON.parse((await ask(path)).text).icon.id
  const before = await icon()
  for (const iconId of [28_000_004, before]) {
    expect((await ask('/_demo/icons', { method: 'PUT', body: { tag: EXAMPLE_PLAYER_TAG, iconId } })).status).toBe(200)
    expect(await icon()).toBe(iconId)
  }
  expect((await ask('/_demo/icons', { method: 'PUT', body: { tag: '#PYPYPYPYP', iconId: 1 } })).status).toBe(404)
  expect((await ask('/_demo/icons', { method: 'PUT', body: { tag: EXAMPLE_PLAYER_TAG } })).status).toBe(400)
})
