import { ApiError, type Credentials, type call as callApi, wasRefused } from './api-client.ts'
import {
  failed,
  guestStarted,
  historyOf,
  initialSession,
  loggedIn,
  registered,
  type SearchResult,
  type Session,
  searched,
  searchesUsedUp,
  tryingToken,
  type User,
} from './session.ts'
import type { Stored } from './storage.ts'

export type SessionStore = ReturnType<typeof createSessionStore>

/** Who the visitor is, and what they can do about it. Lives outside React, so that it starts once a page. */
export function createSessionStore(needs: SessionNeeds) {
  const state = createSessionState(needs)
  const { read, become, subscribe } = state
  return {
    read,
    subscribe,
    credentials: (): Credentials => ({ token: read().token, guestSessionId: read().guestSession?.session_id ?? null }),
    start: () => startSession(state),
    login: (body: Login) => login(state, body),
    register: (body: Registration) => register(state, body),
    logout: () => logout(state),
    becomeGuest: () => becomeGuest(state),
    search: (tag: string) => searchTag(state, tag),
    updateUser: (change: Partial<User>) => {
      const { user } = read()
      if (user) become({ ...read(), user: { ...user, ...change } })
    },
  }
}

type SessionNeeds = {
  call: typeof callApi
  stored: Stored
  /** The fixed tag that an empty history begins with. */
  defaultTag: () => Promise<string | null>
}

/** The session of this page, outside React, with what its transitions need. */
type SessionState = SessionNeeds & {
  read: () => Session
  become: (next: Session) => void
  /** Tells of every change until the returned function is called. */
  subscribe: (listener: () => void) => () => void
}

function createSessionState(needs: SessionNeeds): SessionState {
  let session = initialSession(needs.stored.readHistory())
  const listeners = new Set<() => void>()
  return {
    ...needs,
    read: () => session,
    become: (next) => {
      const { searchHistory: history } = next
      if (history !== session.searchHistory) needs.stored.writeHistory(history.length > 0 ? history : null)
      session = next
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** A stored token is tried first, then a stored guest session; when neither works, a new guest session is created. */
async function startSession(state: SessionState): Promise<void> {
  void seedHistory(state)
  const token = state.stored.readToken()
  if (token !== null && (await resumeUser(state, token))) return
  const guest = state.stored.readGuest()
  if (guest !== null && (await resumeGuest(state, guest))) return
  await startGuest(state)
}

/** An empty history begins with the installation's fixed tag. */
async function seedHistory({ defaultTag, read, become }: SessionState): Promise<void> {
  const tag = await defaultTag().catch(() => null)
  if (tag !== null && read().searchHistory.length === 0) become({ ...read(), searchHistory: historyOf([tag]) })
}

/** Only an answer forgets a stored token: an unreachable server says nothing about it. */
async function resumeUser({ call, stored, read, become }: SessionState, token: string): Promise<boolean> {
  become(tryingToken(read(), token))
  try {
    const { search_history, ...user } = await call('GET /api/auth/profile', undefined)
    become(loggedIn(read(), token, user, search_history))
    return true
  } catch (error) {
    if (wasRefused(error)) stored.writeToken(null)
    become({ ...read(), token: null })
    return false
  }
}

async function resumeGuest({ call, stored, read, become }: SessionState, session_id: string): Promise<boolean> {
  try {
    const guest = await call('GET /api/auth/guest-status/{session_id}', { params: { session_id } })
    become(guestStarted(read(), guest))
    return true
  } catch (error) {
    if (wasRefused(error)) stored.writeGuest(null)
    return false
  }
}

/** Creates a guest session; a history that is already kept stays. */
async function startGuest({ call, stored, read, become }: SessionState): Promise<void> {
  try {
    const guest = await call('POST /api/auth/guest-session', undefined)
    stored.writeGuest(guest.session_id)
    become(guestStarted(read(), guest, read().searchHistory.length > 0 ? [] : guest.search_history))
  } catch {
    become(failed({ ...read(), token: null, guestSession: null }, 'Failed to create session'))
  }
}

/** The server knows neither token nor guest session any more: on with a new guest session. */
async function renewSession(state: SessionState): Promise<void> {
  state.stored.writeToken(null)
  state.stored.writeGuest(null)
  state.become({ ...state.read(), isAuthenticated: false, user: null, token: null, guestSession: null })
  await startGuest(state)
}

type Login = { identifier: string; password: string }
type Registration = { username: string; email: string; password: string; api_key: string }

/** Null when done, else the sentence to show and what is wrong with which field. */
export type Failure = { error: string; fields: Record<string, string> } | null

/** Logs in; the guest session ends with it. */
async function login(state: SessionState, body: Login): Promise<Failure> {
  const { call, stored, read, become } = state
  try {
    const { token, user, search_history } = await call('POST /api/auth/login', { body })
    stored.writeToken(token)
    stored.writeGuest(null)
    become(loggedIn(read(), token, user, search_history))
    return null
  } catch (error) {
    return fail(state, error, { otherwise: 'Login failed', offline: 'Network error during login' })
  }
}

/** Creates an account; nobody is logged in by it. */
async function register(state: SessionState, body: Registration): Promise<Failure> {
  try {
    const { search_history } = await state.call('POST /api/auth/register', { body })
    state.become(registered(state.read(), search_history))
    return null
  } catch (error) {
    return fail(state, error, { otherwise: 'Registration failed', offline: 'Network error during registration' })
  }
}

/** Forgets token and history at once, revokes the token, and goes on with a new guest session. */
async function logout(state: SessionState): Promise<void> {
  const revoked = state.call('POST /api/auth/logout', undefined).catch(() => null)
  await Promise.all([revoked, becomeGuest(state)])
}

/** Forgets an account that is no more, and goes on with a new guest session. */
async function becomeGuest(state: SessionState): Promise<void> {
  state.stored.writeToken(null)
  state.become(initialSession([]))
  void seedHistory(state)
  await startGuest(state)
}

type Sentences = { otherwise: string; offline: string }

function fail({ read, become }: SessionState, error: unknown, { otherwise, offline }: Sentences): Failure {
  const answer = error instanceof ApiError && error.kind === 'answer' ? error : null
  const sentence = answer ? (answer.sentence ?? otherwise) : offline
  become(failed(read(), sentence))
  return { error: sentence, fields: answer?.fields ?? {} }
}

/**
 * Searches a tag as the visitor, and follows the server's count and history. A session that the server no longer knows
 * is renewed once.
 */
async function searchTag(state: SessionState, tag: string): Promise<SearchResult> {
  try {
    const result = await askRenewing(state, tag)
    state.become(searched(state.read(), result))
    return result
  } catch (error) {
    if (isError(error, 'code', 'search_limit_reached')) state.become(searchesUsedUp(state.read()))
    throw error
  }
}

async function askRenewing(state: SessionState, tag: string): Promise<SearchResult> {
  try {
    return await state.call('POST /api/search', { body: { tag } })
  } catch (error) {
    if (!isError(error, 'status', 401)) throw error
    await renewSession(state)
    return await state.call('POST /api/search', { body: { tag } })
  }
}

function isError<K extends 'code' | 'status'>(error: unknown, key: K, value: ApiError[K]): boolean {
  return error instanceof ApiError && error[key] === value
}
