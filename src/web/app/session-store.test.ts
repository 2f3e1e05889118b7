import { beforeEach, describe, expect, it } from 'vitest'
import { ApiError, type call as callApi } from './api-client.ts'
import { createSessionStore } from './session-store.ts'
import type { Stored } from './storage.ts'

const USER = { email: 'ada@example.org', username: 'ada', search_count: 3, has_api_key: false }
const DEFAULT_TAG = '#8QVJ'

type Server = Record<string, () => unknown>
let asked: string[]
let kept: { token: string | null; history: readonly string[] | null; guest: string | null }

beforeEach(() => {
  asked = []
  kept = { token: null, history: null, guest: null }
})

/** A visitor's browser in front of a server that answers what the story says. */
function visit(server: Server) {
  const call = (async (name: string) => {
    asked.push(name)
    const answer = server[name]
    if (!answer) throw new ApiError('The server could not be reached.', { kind: 'network', status: 0, code: 'network' })
    return answer()
  }) as typeof callApi
  const stored: Stored = {
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

describe('on start', () => {
  it('a stored token that works logs in, without any guest session', async () => {
    kept.token = 'stored'
    const session = visit({ 'GET /api/auth/profile': () => ({ ...USER, search_history: ['#2PYL'] }) })
    await session.start()
    expect(session.read()).toMatchObject({ isAuthenticated: true, token: 'stored', searchHistory: ['#2PYL'] })
    expect(asked).toEqual(['GET /api/auth/profile'])
  })

  it('a refused token is removed, and a stored guest session goes on', async () => {
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

  it('an unknown guest session is cleared and a new one created', async () => {
    kept.guest = 'gone'
    const session = visit({ ...NEW_GUEST, 'GET /api/auth/guest-status/{session_id}': refuse(404, 'Unknown session') })
    await session.start()
    expect(session.read().guestSession?.session_id).toBe('g2')
    expect(kept.guest).toBe('g2')
  })

  it('a first visit begins with the default history', async () => {
    const session = visit(NEW_GUEST)
    await session.start()
    expect(session.read().searchHistory).toEqual([DEFAULT_TAG])
  })

  it('an unreachable server says so and costs nobody their token', async () => {
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
  it('keeps the token and removes what was kept of the guest', async () => {
    kept.guest = 'g1'
    const session = visit({ 'POST /api/auth/login': () => ({ token: 't', user: USER, search_history: ['#2PYL'] }) })
    expect(await session.login({ identifier: 'ada', password: 'secret' })).toBeNull()
    expect(kept).toEqual({ token: 't', guest: null, history: ['#2PYL'] })
    expect(session.credentials()).toEqual({ token: 't', guestSessionId: null })
  })

  it.each([
    ["the server's sentence", { 'POST /api/auth/login': refuse(401, 'Wrong password.') }, 'Wrong password.'],
    ['a sentence of its own without one', { 'POST /api/auth/login': refuse(502, null) }, 'Login failed'],
    ['that the network failed', {}, 'Network error during login'],
  ])('that fails says %s', async (_, server, error) => {
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
  ])('that fails says why (%#)', async (server, error) => {
    expect(await visit(server).register(form)).toMatchObject({ error })
  })
})

it('logout forgets token and history, revokes the token, and goes on as a new guest', async () => {
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

  it('updates the count and the history', async () => {
    const session = visit({ ...NEW_GUEST, 'POST /api/search': () => found })
    await session.start()
    await session.search('#2PYL')
    expect(session.read()).toMatchObject({ guestSession: { searches_remaining: 4 }, searchHistory: ['#2PYL'] })
  })

  it('beyond the limit shows that none is left', async () => {
    const limit = refuse(403, 'You have used your 5 free searches.', 'search_limit_reached')
    const session = visit({ ...NEW_GUEST, 'POST /api/search': limit })
    await session.start()
    await expect(session.search('#2PYL')).rejects.toThrow('5 free searches')
    expect(session.read().guestSession?.searches_remaining).toBe(0)
  })

  it('with a session that the server forgot renews it once and goes on', async () => {
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
