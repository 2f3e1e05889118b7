// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { identifyBy } from './app/api-client.ts'
import { forgetFailures } from './app/equal-failures.ts'
import { createPageSession } from './app/page-session.ts'
import { createQueryClient } from './app/queries.ts'
import { SessionProvider } from './app/SessionProvider.tsx'
import { loadFirstPage, Site } from './routes.tsx'

// Parts of pages then arrive at once: the clock of these tests does not wait for them.
const sources = import.meta.glob(['./{pages,chrome,charts}/**/*.tsx', './app/mine.ts', '!./**/*.test.tsx'])
beforeAll(async () => {
  await Promise.all(Object.values(sources).map((load) => load()))
})

afterEach(() => {
  cleanup()
  identifyBy()
  forgetFailures()
  localStorage.clear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const PROFILE = {
  ...{ username: 'ada', email: 'ada@example.org', search_count: 0, search_history: [] },
  ...{ has_api_key: false, api_key_status: 'not_set' },
}
const SITE = {
  demo: false,
  example_club_tag: '#2PYL',
  example_player_tag: '#8QQ',
  default_player_tag: null,
  mail: false,
}

type Server = {
  /** The tokens and guest sessions that it knows. */
  sessions: Set<string>
  /** The answer to every call, in place of those below: a status, or 0 where no answer comes. */
  always?: number
  searchesLeft?: number
}

const refuse = (status: number, code = `http_${status}`) =>
  Response.json({ error: `The server says ${status}.`, code }, { status })

/** Answers as the server does: desks and profiles need an account, searches a session. */
function answer({ sessions, always, searchesLeft = 5 }: Server, request: string, who: string): Response {
  if (always === 0) throw new TypeError('Failed to fetch')
  if (always !== undefined) return refuse(always, always === 401 ? 'login_required' : undefined)
  const isUser = who.startsWith('Bearer ') && sessions.has(who)
  const guest = { session_id: `guest-${sessions.size}`, searches_remaining: searchesLeft, search_limit: 5 }
  if (request === 'POST /api/auth/guest-session') {
    sessions.add(guest.session_id)
    return Response.json({ ...guest, search_history: [] })
  }
  if (request.startsWith('GET /api/auth/guest-status/')) {
    const session_id = request.split('/').at(-1) ?? ''
    return sessions.has(session_id) ? Response.json({ ...guest, session_id }) : refuse(404)
  }
  if (request === 'POST /api/auth/logout') {
    sessions.delete(who)
    return Response.json({ ok: true })
  }
  if (request === 'GET /api/site') return Response.json(SITE)
  if (request === 'GET /api/auth/profile') return isUser ? Response.json(PROFILE) : refuse(401, 'login_required')
  if (/ \/api\/(desk|favourites|visits)/.test(request)) return isUser ? refuse(404) : refuse(401, 'login_required')
  if (request === 'POST /api/search') {
    if (!sessions.has(who)) return refuse(401, 'no_session')
    return searchesLeft === 0 ? refuse(403, 'search_limit_reached') : refuse(404)
  }
  return refuse(404)
}

/** Opens the site at an address, and returns the requests that it makes, `METHOD /path`, as they come. */
async function open(address: string, server: Server, kept: { token?: string; guest?: string } = {}) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
  const requests: string[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const { authorization, 'x-guest-session': guest } = (init.headers ?? {}) as Record<string, string>
    const request = `${init.method ?? 'GET'} ${url}`
    requests.push(request)
    // A storm ends here, and the test says so.
    if (requests.length > 60) return new Promise<never>(() => {})
    return answer(server, request.replace(/\?.*/, ''), authorization ?? guest ?? '')
  })
  if (kept.token) localStorage.setItem('delphin.token', kept.token)
  const queries = createQueryClient()
  const session = createPageSession(queries)
  await act(async () => {
    window.history.replaceState(null, '', await loadFirstPage(address))
    void session.start()
    render(
      <QueryClientProvider client={queries}>
        <SessionProvider store={session}>
          <Site />
        </SessionProvider>
      </QueryClientProvider>,
    )
  })
  return { requests, session }
}

const realTimeout = globalThis.setTimeout

/** Lets seconds pass. The code of parts of the page comes meanwhile, in its own time. */
async function pass(seconds: number): Promise<void> {
  for (let step = 0; step < seconds * 4; step++) {
    await act(async () => {
      await vi.advanceTimersByTimeAsync(250)
      await new Promise((resolve) => realTimeout(resolve))
    })
  }
}

const count = (requests: string[], request: string) => requests.filter((each) => each === request).length
const QUEUE = 'GET /api/desk/2PYL/queue'
const NEW_SESSION = 'POST /api/auth/guest-session'

test('a guest who opens a desk is asked to log in, and begins one session', async () => {
  const { requests } = await open('/desk/2PYL', { sessions: new Set() })
  await pass(10)
  expect([count(requests, QUEUE), count(requests, NEW_SESSION)]).toEqual([1, 1])
  expect(document.body.textContent).toContain('Log in to open the desk')
})

test('a president who logs out on the desk is asked to log in, and begins one session', async () => {
  const server: Server = { sessions: new Set(['Bearer theirs']) }
  const { requests, session } = await open('/desk/2PYL', server, { token: 'theirs' })
  await pass(2)
  requests.length = 0
  await act(() => session.logout())
  await pass(10)
  expect(count(requests, QUEUE)).toBeLessThanOrEqual(2)
  expect(count(requests, NEW_SESSION)).toBe(1)
  expect(document.body.textContent).toContain('Log in to open the desk')
})

test('a desk that is opened with a revoked token says that the login has ended, and begins one session', async () => {
  const { requests } = await open('/desk/2PYL', { sessions: new Set() }, { token: 'revoked' })
  await pass(10)
  expect([count(requests, QUEUE), count(requests, NEW_SESSION)]).toEqual([1, 1])
  expect(document.body.textContent).toContain('Your login has ended.')
  expect(document.body.textContent).toContain('Log in to open the desk')
})
