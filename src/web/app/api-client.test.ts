import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { call, fillPath, identifyBy, queryString } from './api-client.ts'

/** The server at the other end of the network. */
let respond: (request: Request) => Response | Promise<Response>

beforeEach(() => {
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) =>
    respond(new Request(`http://site.test${path}`, init)),
  )
})

afterEach(() => {
  vi.unstubAllGlobals()
  identifyBy(() => ({}))
})

function answer(status: number, body: unknown): () => Response {
  return () => new Response(typeof body === 'string' ? body : JSON.stringify(body), { status })
}

test('a tag goes into the path without its #, the query as given', async () => {
  let url: string | undefined
  respond = (request) => {
    url = request.url
    return answer(200, { ok: true })()
  }
  await call('GET /api/analytics/club/{tag}/member-scores', { params: { tag: '#2PYL' }, query: { days: 14 } })
  expect(url).toBe('http://site.test/api/analytics/club/2PYL/member-scores?days=14')
})

test('a body is sent as JSON, with the token of a user before the session of a guest', async () => {
  let seen: unknown[] = []
  respond = async (request) => {
    const headers = ['authorization', 'x-guest-session', 'content-type'].map((name) => request.headers.get(name))
    seen = [await request.json(), ...headers]
    return answer(200, { ok: true })()
  }
  identifyBy(() => ({ token: 't', guestSessionId: 'g' }))
  await call('POST /api/search', { body: { tag: '#2PYL' } })
  expect(seen).toEqual([{ tag: '#2PYL' }, 'Bearer t', null, 'application/json'])
  identifyBy(() => ({ token: null, guestSessionId: 'g' }))
  await call('POST /api/search', { body: { tag: '#2PYL' } })
  expect(seen).toEqual([{ tag: '#2PYL' }, null, 'g', 'application/json'])
})

test.each([[{ total_clubs: 3 }], [{ data: { total_clubs: 3 } }]])(
  'an answer is the same plain or wrapped in data (%#)',
  async (body) => {
    respond = answer(200, body)
    expect(await call('GET /api/browse/stats', undefined)).toEqual({ total_clubs: 3 })
  },
)

test("an error carries the server's sentence, code and fields", async () => {
  const fields = { username: 'This username is taken.' }
  respond = answer(409, { error: 'This username is taken.', code: 'conflict', fields })
  await expect(call('GET /api/browse/stats', undefined)).rejects.toMatchObject({
    kind: 'answer',
    status: 409,
    code: 'conflict',
    message: 'This username is taken.',
    sentence: 'This username is taken.',
    fields,
  })
})

test.each([
  [502, '<html>Bad Gateway</html>', { status: 502, code: 'http_502', sentence: null }],
  [200, '{"total_clubs": 3', { status: 200, code: 'unreadable' }],
])('status %d with a body that is no JSON is an error that says so', async (status, body, expected) => {
  respond = answer(status, body)
  await expect(call('GET /api/browse/stats', undefined)).rejects.toMatchObject({ kind: 'answer', ...expected })
})

test('a connection that breaks is a failure of the network', async () => {
  respond = () => Promise.reject(new TypeError('Failed to fetch'))
  await expect(call('GET /api/browse/stats', undefined)).rejects.toMatchObject({ kind: 'network', status: 0 })
})

test('a server that does not answer in time is a failure of its own', async () => {
  respond = () => Promise.reject(new DOMException('timed out', 'TimeoutError'))
  await expect(call('GET /api/browse/stats', undefined)).rejects.toMatchObject({ kind: 'timeout', code: 'timeout' })
})

test('an abort by the caller is passed on as it is', async () => {
  respond = ({ signal }) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  const stop = new AbortController()
  const running = call('GET /api/browse/stats', undefined, { signal: stop.signal })
  stop.abort()
  await expect(running).rejects.toMatchObject({ name: 'AbortError' })
})

test.each([
  ['/api/club/{tag}', { tag: '#2PYL' }, '/api/club/2PYL'],
  ['/api/x/{id}/{tag}', { id: 'a/b?', tag: '2PYL' }, '/api/x/a%2Fb%3F/2PYL'],
])('path %s', (path, params, filled) => expect(fillPath(path, params)).toBe(filled))

test('what is not given stays out of the query', () => {
  expect(queryString({ type: 'club', search: '', page: undefined, limit: 24 })).toBe('?type=club&limit=24')
  expect(queryString({})).toBe('')
})
