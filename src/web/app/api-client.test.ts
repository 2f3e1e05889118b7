import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Language } from '#shared/languages.ts'
import { makeTranslator, pageTexts, setPageTexts } from '#shared/texts.ts'
import { call, fillPath, identifyBy } from './api-client.ts'
import { forgetFailures, stoppedCalls } from './equal-failures.ts'

/** What the server answers. */
let respond: (request: Request) => Response | Promise<Response>

beforeEach(() => {
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) =>
    respond(new Request(`http://site.test${path}`, init)),
  )
})

afterEach(() => {
  vi.unstubAllGlobals()
  identifyBy()
  forgetFailures()
  vi.useRealTimers()
})

function answer(status: number, body: unknown): () => Response {
  return () => new Response(typeof body === 'string' ? body : JSON.stringify(body), { status })
}

test('a call has its tag in the path without the #, and its query in the address', async () => {
  let url: string | undefined
  respond = (request) => {
    url = request.url
    return answer(200, { ok: true })()
  }
  await call('GET /api/analytics/club/{tag}/member-scores', { params: { tag: '#2PYL' }, query: { days: 14 } })
  expect(url).toBe('http://site.test/api/analytics/club/2PYL/member-scores?days=14')
})

test('a call sends its body as JSON, with the token of a user or otherwise the session of a guest', async () => {
  let received: unknown[] = []
  respond = async (request) => {
    const headers = ['authorization', 'x-guest-session', 'content-type'].map((name) => request.headers.get(name))
    received = [await request.json(), ...headers]
    return answer(200, { ok: true })()
  }
  identifyBy({ credentials: () => ({ token: 't', guestSessionId: 'g' }) })
  await call('POST /api/search', { body: { tag: '#2PYL' } })
  expect(received).toEqual([{ tag: '#2PYL' }, 'Bearer t', null, 'application/json'])
  identifyBy({ credentials: () => ({ token: null, guestSessionId: 'g' }) })
  await call('POST /api/search', { body: { tag: '#2PYL' } })
  expect(received).toEqual([{ tag: '#2PYL' }, null, 'g', 'application/json'])
})

test('a refusal is said in the language of the page, which the call names', async () => {
  const english = { error: 'Password is required', code: 'invalid', fields: { password: 'Password is required' } }
  const german = { ...english, message: 'Passwort fehlt', field_messages: { password: 'Passwort fehlt' } }
  respond = (request) => answer(400, request.headers.get('accept-language') === 'en' ? english : german)()
  const refused = () => call('POST /api/search', { body: { tag: '#2PYL' } }).catch((error: unknown) => error)
  expect(await refused()).toMatchObject({ message: english.error, sentence: english.error, fields: english.fields })
  const before = pageTexts()
  setPageTexts(makeTranslator('de' as Language, {}))
  onTestFinished(() => setPageTexts(before))
  expect(await refused()).toMatchObject({
    message: 'Passwort fehlt',
    sentence: 'Passwort fehlt',
    fields: { password: 'Passwort fehlt' },
  })
})

describe('a call for which the session is over', () => {
  const sessionsOf = (calls: (string | null)[], code: string) => (request: Request) => {
    calls.push(request.headers.get('x-guest-session'))
    return calls.at(-1) === 'new'
      ? answer(200, { ok: true })()
      : answer(401, { error: 'Start a session first', code })()
  }
  const renewing = () => {
    let guestSessionId = 'old'
    identifyBy({
      credentials: () => ({ guestSessionId }),
      renew: async (refused) => {
        expect(refused).toEqual({ guestSessionId: 'old' })
        guestSessionId = 'new'
        return true
      },
    })
  }

  test('is made again in a new one', async () => {
    const calls: (string | null)[] = []
    respond = sessionsOf(calls, 'no_session')
    renewing()
    expect(await call('POST /api/search', { body: { tag: '#2PYL' } })).toEqual({ ok: true })
    expect(calls).toEqual(['old', 'new'])
  })

  test('is not made again, nor in a new session, if it needs a login', async () => {
    const calls: (string | null)[] = []
    respond = sessionsOf(calls, 'login_required')
    const renew = vi.fn(async () => true)
    identifyBy({ credentials: () => ({ guestSessionId: 'old' }), renew })
    await expect(call('GET /api/auth/profile', undefined)).rejects.toMatchObject({ code: 'login_required' })
    expect(renew).not.toHaveBeenCalled()
    expect(calls).toEqual(['old'])
  })

  test('fails if there is no new one', async () => {
    respond = answer(401, { error: 'Start a session first', code: 'no_session' })
    identifyBy({ credentials: () => ({}), renew: async () => false })
    await expect(call('POST /api/search', { body: { tag: '#2PYL' } })).rejects.toThrow('Start a session first')
  })
})

test('after five equal failures a call stops until the visitor does something or time has passed', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  let sent = 0
  respond = () => {
    sent++
    return answer(500, { error: 'Broken.', code: 'internal' })()
  }
  const fail = () => expect(call('GET /api/browse/stats', undefined)).rejects.toThrow('Broken.')
  for (let tries = 0; tries < 8; tries++) await fail()
  expect([sent, stoppedCalls.read()]).toEqual([5, true])
  await expect(call('GET /api/site', undefined)).rejects.toThrow('Broken.')
  expect(sent).toBe(6)
  vi.advanceTimersByTime(30_000)
  for (let tries = 0; tries < 3; tries++) await fail()
  expect(sent).toBe(7)
  forgetFailures()
  respond = answer(200, { total_clubs: 3 })
  expect(await call('GET /api/browse/stats', undefined)).toEqual({ total_clubs: 3 })
  expect(stoppedCalls.read()).toBe(false)
})

test.each([[{ total_clubs: 3 }], [{ data: { total_clubs: 3 } }]])(
  'a call answered with %j gives the same as without a wrapper',
  async (body) => {
    respond = answer(200, body)
    expect(await call('GET /api/browse/stats', undefined)).toEqual({ total_clubs: 3 })
  },
)

test("a refused call throws the server's sentence, code and fields", async () => {
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

test('a refused call knows when the server wants to be asked again', async () => {
  respond = () => Response.json({ error: 'Busy.', code: 'busy' }, { status: 503, headers: { 'retry-after': '7' } })
  await expect(call('GET /api/browse/stats', undefined)).rejects.toMatchObject({ retryAfterSeconds: 7 })
})

test.each([
  [502, '<html>Bad Gateway</html>', { status: 502, code: 'http_502', sentence: null }],
  [200, '{"total_clubs": 3', { status: 200, code: 'unreadable' }],
])('a call answered with status %d and %s, which is not JSON, throws an ApiError', async (status, body, expected) => {
  respond = answer(status, body)
  await expect(call('GET /api/browse/stats', undefined)).rejects.toMatchObject({ kind: 'answer', ...expected })
})

test('a call over a broken connection throws a failure of the network', async () => {
  respond = () => Promise.reject(new TypeError('Failed to fetch'))
  await expect(call('GET /api/browse/stats', undefined)).rejects.toMatchObject({ kind: 'network', status: 0 })
})

test('a call that is not answered in time throws a timeout', async () => {
  respond = () => Promise.reject(new DOMException('timed out', 'TimeoutError'))
  await expect(call('GET /api/browse/stats', undefined)).rejects.toMatchObject({ kind: 'timeout', code: 'timeout' })
})

test('a call that its caller aborts throws the reason of the abort', async () => {
  respond = ({ signal }) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  const caller = new AbortController()
  const running = call('GET /api/browse/stats', undefined, { signal: caller.signal })
  caller.abort()
  await expect(running).rejects.toMatchObject({ name: 'AbortError' })
})

test.each([
  ['/api/club/{tag}', { tag: '#2PYL' }, '/api/club/2PYL'],
  ['/api/x/{id}/{tag}', { id: 'a/b?', tag: '2PYL' }, '/api/x/a%2Fb%3F/2PYL'],
])('path %s filled with %j is %s', (path, params, filled) => expect(fillPath(path, params)).toBe(filled))
