import { beforeEach, describe, expect, it } from 'vitest'
import { ApiError, type call as callApi } from './api-client.ts'
import { createSessionStore } from './session-store.ts'
import type { StoredSession } from './storage.ts'

const USER = { email: 'ada@example.org', username: 'ada', search_count: 3, has_api_key: false }
const DEFAULT_TAG = '#8QVJ'

/** What the server answers, by the name of the call. */
type Server = Record<string, () => unknown>
/** The calls that were made. */
let asked: string[]
/** What the browser keeps. */
let kept: { token: string | null; history: readonly string[] | null; guest: string | null }

beforeEach(() => {
  asked = []
  kept = { token: null, history: null, guest: null }
})

/** The session of a visitor, with a server that answers what the test says and cannot be reached for other calls. */
function visit(server: Server) {
  const call = (async (name: string) => {
    asked.push(name)
    const answer = server[name]
    if (!answer) throw new ApiError('The server could not be reached.', { kind: 'network', status: 0, code: 'network' })
    return answer()
  }) as typeof callApi
  const stored: StoredSession = {
    readToken: () => kept.token,
    writeToken: (token) => {
      kept.token = token
    },
    readHistory: () => kept.history ?? [],
    writeHistory: (history) => {
      kept.history = history
    },
    readGuest: () => kept.guest,
    writeGuest: (guest) => {
      kept.guest = guest
    },
  }
  return createSessionStore({ call, stored, defaultTag: async () => DEFAULT_TAG })
}

function refuse(status: number, sentence: string | null, code = 'refused'): () => never {
  return () => {
    throw new ApiError(sentence ?? 'status', { kind: 'answer', status, code, sentence })
  }
}

const newGuest = () => ({ session_id: 'g2', searches_remaining: 5, search_limit: 5, search_history: [] })
const NEW_GUEST: Server = { 'POST /api/auth/guest-session': newGuest }

describe('the start of a session', () => {
  it('logs in with a stored token that works, and creates no guest session', async () => {
    kept.token = 'stored'
    const session = visit({ 'GET /api/auth/profile': () => ({ ...USER, search_history: ['#2PYL'] }) })
    await session.start()
    expect(session.read()).toMatchObject({ isAuthenticated: true, token: 'stored', searchHistory: ['#2PYL'] })
    expect(asked).toEqual(['GET /api/auth/profile'])
  })

  it('removes a refused token and continues a stored guest session', async () => {
    Object.assign(kept, { token: 'old', guest: 'g1' })
    const left = { session_id: 'g1', searches_remaining: 2, search_limit: 5 }
    const session = visit({
      'GET /api/auth/profile': refuse(401, 'Log in again.'),
      'GET /api/auth/guest-status/{session_id}': () => left,
    })
    await session.start()
    expect(session.read()).toMatchObject({ isAuthenticated: false, token: null, guestSession: left, isLoading: false })
    expect(kept).toMatchObject({ token: null, guest: 'g1' })
  })

  it('replaces a guest session that the server does not know', async () => {
    kept.guest = 'gone'
    const session = visit({ ...NEW_GUEST, 'GET /api/auth/guest-status/{session_id}': refuse(404, 'Unknown session') })
    await session.start()
    expect(session.read().guestSession?.session_id).toBe('g2')
    expect(kept.guest).toBe('g2')
  })

  it('gives a first visit the default history', async () => {
    const session = visit(NEW_GUEST)
    await session.start()
    expect(session.read().searchHistory).toEqual([DEFAULT_TAG])
  })

  it('keeps the token when the server cannot be reached, and says so', async () => {
    kept.token = 'stored'
    const session = visit({})
    await session.start()
    expect(session.read()).toMatchObject({
      isAuthenticated: false,
      isLoading: false,
      error: 'Failed to create session',
    })
    expect(kept.token).toBe('stored')
  })
})

describe('login', () => {
  it('keeps the token and removes the guest session', async () => {
    kept.guest = 'g1'
    const session = visit({ 'POST /api/auth/login': () => ({ token: 't', user: USER, search_history: ['#2PYL'] }) })
    expect(await session.login({ identifier: 'ada', password: 'secret' })).toBeNull()
    expect(kept).toEqual({ token: 't', guest: null, history: ['#2PYL'] })
    expect(session.credentials()).toEqual({ token: 't', guestSessionId: null })
  })

  it.each([
    [
      "that fails says the server's sentence",
      { 'POST /api/auth/login': refuse(401, 'Wrong password.') },
      'Wrong password.',
    ],
    [
      'that the server fails without a sentence says its own',
      { 'POST /api/auth/login': refuse(502, null) },
      'Login failed',
    ],
    ['without a network says so', {}, 'Network error during login'],
  ])('%s', async (_, server, error) => {
    const session = visit(server)
    expect(await session.login({ identifier: 'ada', password: 'secret' })).toMatchObject({ error })
    expect(session.read()).toMatchObject({ isAuthenticated: false, error })
  })
})

describe('registration', () => {
  const form = { username: 'ada', email: 'ada@example.org', password: 'secret', api_key: '' }

  it('changes the history and logs nobody in', async () => {
    const session = visit({ 'POST /api/auth/register': () => ({ search_history: ['#2PYL'] }) })
    expect(await session.register(form)).toBeNull()
    expect(session.read()).toMatchObject({ isAuthenticated: false, token: null, searchHistory: ['#2PYL'] })
  })

  it.each([
    [{ 'POST /api/auth/register': refuse(409, 'This username is taken.') }, 'This username is taken.'],
    [{ 'POST /api/auth/register': refuse(500, null) }, 'Registration failed'],
    [{}, 'Network error during registration'],
  ])('that fails with %o says "%s"', async (server, error) => {
    expect(await visit(server).register(form)).toMatchObject({ error })
  })
})

it('logout revokes the token, forgets token and history, and starts a new guest session', async () => {
  Object.assign(kept, { token: 't', history: ['#2PYL'] })
  const session = visit({
    ...NEW_GUEST,
    'GET /api/auth/profile': () => ({ ...USER, search_history: ['#2PYL'] }),
    'POST /api/auth/logout': () => ({ ok: true }),
  })
  await session.start()
  await session.logout()
  expect(session.read()).toMatchObject({
    isAuthenticated: false,
    user: null,
    token: null,
    searchHistory: [DEFAULT_TAG],
  })
  expect(kept).toEqual({ token: null, guest: 'g2', history: [DEFAULT_TAG] })
  expect(asked).toContain('POST /api/auth/logout')
})

describe('a search', () => {
  const found = { type: 'club', tag: '#2PYL', searches_remaining: 4, search_limit: 5, search_history: ['#2PYL'] }

  it('updates the remaining searches and the history', async () => {
    const session = visit({ ...NEW_GUEST, 'POST /api/search': () => found })
    await session.start()
    await session.search('#2PYL')
    expect(session.read()).toMatchObject({ guestSession: { searches_remaining: 4 }, searchHistory: ['#2PYL'] })
  })

  it('beyond the limit sets the remaining searches to none', async () => {
    const limit = refuse(403, 'You have used your 5 free searches.', 'search_limit_reached')
    const session = visit({ ...NEW_GUEST, 'POST /api/search': limit })
    await session.start()
    await expect(session.search('#2PYL')).rejects.toThrow('5 free searches')
    expect(session.read().guestSession?.searches_remaining).toBe(0)
  })

  it('with a session that the server forgot creates a new one and searches again', async () => {
    let known = false
    const session = visit({
      'POST /api/auth/guest-session': () => {
        known = asked.includes('POST /api/search')
        return newGuest()
      },
      'POST /api/search': () => (known ? found : refuse(401, 'Unknown session')()),
    })
    await session.start()
    expect(await session.search('#2PYL')).toBe(found)
    expect(asked.filter((name) => name === 'POST /api/search')).toHaveLength(2)
  })
})
