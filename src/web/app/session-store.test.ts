import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
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
let kept: { token: string | null; history: readonly string[] | null; guest: string | null; language: string | null }

beforeEach(() => {
  asked = []
  kept = { token: null, history: null, guest: null, language: null }
})

afterEach(() => {
  vi.useRealTimers()
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
    readLanguage: () => kept.language,
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

  it('tells the account of the language that the user has chosen for pages', async () => {
    Object.assign(kept, { token: 'stored', language: 'en' })
    const session = visit({
      'GET /api/auth/profile': () => ({ ...USER, language: 'de', search_history: [] }),
      'PUT /api/auth/language': () => ({ language: 'en' }),
    })
    await session.start()
    expect(asked).toEqual(['GET /api/auth/profile', 'PUT /api/auth/language'])
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

  it('of a guest without searches begins with the default history, that of a user with what they searched', async () => {
    kept.token = 'stored'
    const session = visit({ 'GET /api/auth/profile': () => ({ ...USER, search_history: [] }) })
    await session.start()
    expect(session.read().searchHistory).toEqual([])
  })

  it('says that a login has ended, and goes on as a guest', async () => {
    kept.token = 'old'
    const session = visit({ ...NEW_GUEST, 'GET /api/auth/profile': refuse(401, 'Please log in', 'login_required') })
    await session.start()
    expect(session.read()).toMatchObject({ hasEnded: true, guestSession: { session_id: 'g2' }, token: null })
    expect(kept.token).toBeNull()
  })

  it.each([
    ['is busy', refuse(503, 'The store rests.')],
    ['has too many requests', refuse(429, 'Too many requests.')],
    ['sends something unreadable', refuse(200, null, 'unreadable')],
    ['cannot be reached', null],
  ])('keeps the token of a user when the server %s, makes no guest session, and asks again', async (_case, profile) => {
    vi.useFakeTimers()
    kept.token = 'stored'
    const server: Server = { ...NEW_GUEST, ...(profile && { 'GET /api/auth/profile': profile }) }
    const session = visit(server)
    await session.start()
    expect(session.read()).toMatchObject({ token: expect.any(String), isAuthenticated: false, isLoading: false })
    expect(session.credentials()).toEqual({ token: 'stored', guestSessionId: null })
    expect([kept.token, asked]).toEqual(['stored', ['GET /api/auth/profile']])
    server['GET /api/auth/profile'] = () => ({ ...USER, search_history: ['#2PYL'] })
    await vi.advanceTimersByTimeAsync(5000)
    expect(session.read()).toMatchObject({ isAuthenticated: true, token: 'stored' })
    await vi.advanceTimersByTimeAsync(300_000)
    expect(asked).toEqual(['GET /api/auth/profile', 'GET /api/auth/profile'])
  })

  it('keeps a login that was made while an older token was tried and refused', async () => {
    kept.token = 'old'
    let refuseOld = () => {}
    const session = visit({
      ...NEW_GUEST,
      'GET /api/auth/profile': () =>
        new Promise((_, reject) => {
          const refused = new ApiError('Log in.', { kind: 'answer', status: 401, code: 'login_required' })
          refuseOld = () => reject(refused)
        }),
      'POST /api/auth/login': () => ({ token: 'new', user: USER, search_history: [] }),
    })
    const started = session.start()
    await session.login({ identifier: 'ada', password: 'a long one' })
    refuseOld()
    await started
    expect(session.read()).toMatchObject({ isAuthenticated: true, token: 'new', guestSession: null, hasEnded: false })
    expect([kept.token, asked.includes('POST /api/auth/guest-session')]).toEqual(['new', false])
  })

  it.each([
    ['created', null, 'POST /api/auth/guest-session', newGuest()],
    ['tried', 'g1', 'GET /api/auth/guest-status/{session_id}', newGuest()],
    ['refused', 'g1', 'GET /api/auth/guest-status/{session_id}', null],
  ])('keeps a login that was made while a guest session was %s', async (_case, guest, name, answer) => {
    kept.guest = guest
    let settle = () => {}
    const session = visit({
      [name]: () =>
        new Promise((resolve, reject) => {
          const refused = new ApiError('Unknown session', { kind: 'answer', status: 404, code: 'refused' })
          settle = () => (answer ? resolve(answer) : reject(refused))
        }),
      'POST /api/auth/login': () => ({ token: 'new', user: USER, search_history: [] }),
    })
    const started = session.start()
    await session.login({ identifier: 'ada', password: 'a long one' })
    settle()
    await started
    expect(session.read()).toMatchObject({ isAuthenticated: true, token: 'new', guestSession: null })
    expect([kept.token, kept.guest, asked]).toEqual(['new', null, [name, 'POST /api/auth/login']])
  })

  it('keeps a guest session when the server cannot tell whether it is valid', async () => {
    kept.guest = 'g1'
    const session = visit({ ...NEW_GUEST, 'GET /api/auth/guest-status/{session_id}': refuse(503, 'The store rests.') })
    await session.start()
    expect([kept.guest, session.read().error]).toEqual(['g1', 'The store rests.'])
    expect(asked).toEqual(['GET /api/auth/guest-status/{session_id}'])
  })
})

describe('another tab', () => {
  const PROFILE: Server = { 'GET /api/auth/profile': () => ({ ...USER, search_history: ['#2PYL'] }) }

  it('that logs out ends the login of this one, which says so', async () => {
    kept.token = 'stored'
    const session = visit({ ...NEW_GUEST, ...PROFILE })
    await session.start()
    kept.token = null
    await session.followOtherTab()
    expect(session.read()).toMatchObject({ isAuthenticated: false, hasEnded: true, searchHistory: [DEFAULT_TAG] })
    expect(asked).not.toContain('POST /api/auth/logout')
  })

  it('that logs in logs this one in', async () => {
    const session = visit({ ...NEW_GUEST, ...PROFILE })
    await session.start()
    kept.token = 'theirs'
    await session.followOtherTab()
    expect(session.read()).toMatchObject({ isAuthenticated: true, token: 'theirs', guestSession: null })
  })
})

describe('login', () => {
  it('keeps the token and removes the guest session', async () => {
    kept.guest = 'g1'
    const session = visit({ 'POST /api/auth/login': () => ({ token: 't', user: USER, search_history: ['#2PYL'] }) })
    expect(await session.login({ identifier: 'ada', password: 'secret' })).toBeNull()
    expect(kept).toMatchObject({ token: 't', guest: null, history: ['#2PYL'] })
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
  expect(kept).toMatchObject({ token: null, guest: 'g2', history: [DEFAULT_TAG] })
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
})

describe('a session that the server refuses', () => {
  it('of a guest is replaced by a new one, for calls that are refused together by one', async () => {
    kept.guest = 'g1'
    const left = { session_id: 'g1', searches_remaining: 2, search_limit: 5 }
    const session = visit({ ...NEW_GUEST, 'GET /api/auth/guest-status/{session_id}': () => left })
    await session.start()
    const refused = session.credentials()
    expect(await Promise.all([session.renew(refused), session.renew(refused)])).toEqual([true, true])
    expect(await session.renew(refused)).toBe(true)
    expect(asked.filter((name) => name === 'POST /api/auth/guest-session')).toHaveLength(1)
    expect([kept.guest, session.read().hasEnded]).toEqual(['g2', false])
  })

  it('of a user ends the login and says so', async () => {
    kept.token = 'stored'
    const session = visit({ ...NEW_GUEST, 'GET /api/auth/profile': () => ({ ...USER, search_history: [] }) })
    await session.start()
    expect(await session.renew(session.credentials())).toBe(true)
    expect(session.read()).toMatchObject({ isAuthenticated: false, hasEnded: true, guestSession: { session_id: 'g2' } })
    expect(kept.token).toBeNull()
  })

  it('is not replaced again and again when the server refuses the new one too', async () => {
    const session = visit(NEW_GUEST)
    await session.start()
    expect(await session.renew(session.credentials())).toBe(true)
    expect(await session.renew(session.credentials())).toBe(false)
    expect(asked.filter((name) => name === 'POST /api/auth/guest-session')).toHaveLength(2)
  })
})
