import { ApiError, type Credentials, type call as callApi, hasAnswered } from './api-client.ts'
import { createListeners } from './listeners.ts'
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
import type { StoredSession } from './storage.ts'

export type SessionStore = ReturnType<typeof createSessionStore>

/** Who the visitor is, and what they can do with their session. A page creates one, outside React. */
export function createSessionStore(needs: SessionNeeds) {
  const state = createSessionState(needs)
  const { read, update, subscribe } = state
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
      if (user) update({ ...read(), user: { ...user, ...change } })
    },
  }
}

type SessionNeeds = {
  call: typeof callApi
  stored: StoredSession
  /** The tag that an empty history begins with. */
  defaultTag: () => Promise<string | null>
}

/** The present session, and what its steps need. */
type SessionState = SessionNeeds & {
  read: () => Session
  update: (next: Session) => void
  subscribe: (listener: () => void) => () => void
}

function createSessionState(needs: SessionNeeds): SessionState {
  let session = initialSession(needs.stored.readHistory())
  const { subscribe, notify } = createListeners()
  return {
    ...needs,
    read: () => session,
    update: (next) => {
      const { searchHistory: history } = next
      if (history !== session.searchHistory) needs.stored.writeHistory(history.length > 0 ? history : null)
      session = next
      notify()
    },
    subscribe,
  }
}

/** Tries a stored token first and a stored guest session next. When neither works, creates a new guest session. */
async function startSession(state: SessionState): Promise<void> {
  void seedHistory(state)
  const token = state.stored.readToken()
  if (token !== null && (await resumeUser(state, token))) return
  const guest = state.stored.readGuest()
  if (guest !== null && (await resumeGuest(state, guest))) return
  await startGuest(state)
}

/** Puts the installation's default tag into an empty history. */
async function seedHistory({ defaultTag, read, update }: SessionState): Promise<void> {
  const tag = await defaultTag().catch(() => null)
  if (tag !== null && read().searchHistory.length === 0) update({ ...read(), searchHistory: historyOf([tag]) })
}

/** Forgets the token only after an answer: a server that cannot be reached says nothing about the token. */
async function resumeUser({ call, stored, read, update }: SessionState, token: string): Promise<boolean> {
  update(tryingToken(read(), token))
  try {
    const { search_history, ...user } = await call('GET /api/auth/profile', undefined)
    update(loggedIn(read(), token, user, search_history))
    return true
  } catch (error) {
    if (hasAnswered(error)) stored.writeToken(null)
    update({ ...read(), token: null })
    return false
  }
}

async function resumeGuest({ call, stored, read, update }: SessionState, session_id: string): Promise<boolean> {
  try {
    const guest = await call('GET /api/auth/guest-status/{session_id}', { params: { session_id } })
    update(guestStarted(read(), guest))
    return true
  } catch (error) {
    if (hasAnswered(error)) stored.writeGuest(null)
    return false
  }
}

/** Creates a guest session. A history that the browser has stays. */
async function startGuest({ call, stored, read, update }: SessionState): Promise<void> {
  try {
    const guest = await call('POST /api/auth/guest-session', undefined)
    stored.writeGuest(guest.session_id)
    update(guestStarted(read(), guest, read().searchHistory.length > 0 ? [] : guest.search_history))
  } catch {
    update(failed({ ...read(), token: null, guestSession: null }, 'Failed to create session'))
  }
}

type Login = { identifier: string; password: string }
type Registration = { username: string; email: string; password: string; api_key: string }

/** Null after a success; otherwise the sentence to show, and what is wrong with which field. */
export type Failure = { error: string; fields: Record<string, string> } | null

/** Logs in. The guest session ends. */
async function login(state: SessionState, body: Login): Promise<Failure> {
  const { call, stored, read, update } = state
  try {
    const { token, user, search_history } = await call('POST /api/auth/login', { body })
    stored.writeToken(token)
    stored.writeGuest(null)
    update(loggedIn(read(), token, user, search_history))
    return null
  } catch (error) {
    return fail(state, error, { otherwise: 'Login failed', offline: 'Network error during login' })
  }
}

/** Creates an account. The visitor stays a guest until they log in. */
async function register(state: SessionState, body: Registration): Promise<Failure> {
  try {
    const { search_history } = await state.call('POST /api/auth/register', { body })
    state.update(registered(state.read(), search_history))
    return null
  } catch (error) {
    return fail(state, error, { otherwise: 'Registration failed', offline: 'Network error during registration' })
  }
}

type Sentences = { otherwise: string; offline: string }

/** Notes a failure: the server's sentence, `otherwise` when it sent none, `offline` when it did not answer. */
function fail({ read, update }: SessionState, error: unknown, { otherwise, offline }: Sentences): Failure {
  const answer = error instanceof ApiError && error.kind === 'answer' ? error : null
  const sentence = answer ? (answer.sentence ?? otherwise) : offline
  update(failed(read(), sentence))
  return { error: sentence, fields: answer?.fields ?? {} }
}

/** Revokes the token. Forgets token and history at once and continues with a new guest session. */
async function logout(state: SessionState): Promise<void> {
  const revoked = state.call('POST /api/auth/logout', undefined).catch(() => null)
  await Promise.all([revoked, becomeGuest(state)])
}

/** Forgets the user, as after the account was deleted, and continues with a new guest session. */
async function becomeGuest(state: SessionState): Promise<void> {
  state.stored.writeToken(null)
  state.update(initialSession([]))
  void seedHistory(state)
  await startGuest(state)
}

/** Searches a tag; the server's count and history become the session's. */
async function searchTag(state: SessionState, tag: string): Promise<SearchResult> {
  try {
    const result = await searchRenewing(state, tag)
    state.update(searched(state.read(), result))
    return result
  } catch (error) {
    if (isError(error, 'code', 'search_limit_reached')) state.update(searchesUsedUp(state.read()))
    throw error
  }
}

/** When the server does not know the session any more, creates a new one and searches once more. */
async function searchRenewing(state: SessionState, tag: string): Promise<SearchResult> {
  try {
    return await state.call('POST /api/search', { body: { tag } })
  } catch (error) {
    if (!isError(error, 'status', 401)) throw error
    await renewSession(state)
    return await state.call('POST /api/search', { body: { tag } })
  }
}

/** The server knows neither the token nor the guest session: forgets both and creates a new guest session. */
async function renewSession(state: SessionState): Promise<void> {
  state.stored.writeToken(null)
  state.stored.writeGuest(null)
  state.update({ ...state.read(), isAuthenticated: false, user: null, token: null, guestSession: null })
  await startGuest(state)
}

function isError<K extends 'code' | 'status'>(error: unknown, key: K, value: ApiError[K]): boolean {
  return error instanceof ApiError && error[key] === value
}
