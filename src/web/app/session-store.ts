import { MINUTE_MS } from '#shared/days.ts'
import type { Language } from '#shared/languages.ts'
import { pageLanguage, t } from '#shared/texts.ts'
import { ApiError, type Credentials, type call as callApi } from './api-client.ts'
import {
  afterRegistering,
  afterSearch,
  guestStarted,
  historyOf,
  initialSession,
  loggedIn,
  loginEnded,
  type SearchResult,
  type Session,
  searchesUsedUp,
  tryingToken,
  type User,
  withError,
} from './session.ts'
import type { StoredSession } from './storage.ts'
import { createListeners } from './storage.ts'

export type SessionStore = ReturnType<typeof createSessionStore>

/** Who the visitor is, and what they can do with their session. A page creates one, outside React. */
export function createSessionStore(needs: SessionNeeds) {
  const state = createSessionState(needs)
  const { read, update, subscribe } = state
  let renewing: Promise<boolean> | null = null
  return {
    read,
    subscribe,
    credentials: () => credentialsOf(read()),
    start: () => startSession(state),
    login: (body: Login) => login(state, body),
    register: (body: Registration) => register(state, body),
    logout: () => logout(state),
    becomeGuest: () => becomeGuest(state),
    /** Calls that are refused at the same time share one new session. */
    renew: (refused: Credentials) => {
      renewing ??= renewSession(state, refused).finally(() => {
        renewing = null
      })
      return renewing
    },
    followOtherTab: () => followOtherTab(state),
    search: (tag: string) => searchTag(state, tag),
    updateUser: (change: Partial<User>) => {
      const { user } = read()
      if (user) update({ ...read(), user: { ...user, ...change } })
    },
  }
}

function credentialsOf({ token, guestSession }: Session): Credentials {
  return { token, guestSessionId: guestSession?.session_id ?? null }
}

type SessionNeeds = {
  call: typeof callApi
  stored: StoredSession
  /** The tag that a guest's empty history begins with. */
  defaultTag: () => Promise<string | null>
}

/** The present session, and what its steps need. */
type SessionState = SessionNeeds & {
  read: () => Session
  update: (next: Session) => void
  subscribe: (listener: () => void) => () => void
  /** Starts the session again after a pause, which grows from time to time. */
  startLater: () => void
  /** Calls off `startLater`, and begins with a short pause again. */
  decided: () => void
  /** False for a minute after it was true: a server that refuses the session it has just begun would refuse the next one. */
  mayRenew: () => boolean
}

function createSessionState(needs: SessionNeeds): SessionState {
  let session = initialSession(needs.stored.readHistory())
  let later: ReturnType<typeof setTimeout> | undefined
  let pause = FIRST_PAUSE_MS
  let renewedAt = Number.NEGATIVE_INFINITY
  const { subscribe, notify } = createListeners()
  const state: SessionState = {
    ...needs,
    read: () => session,
    update: (next) => {
      const { searchHistory: history } = next
      if (history !== session.searchHistory) needs.stored.writeHistory(history.length > 0 ? history : null)
      session = next
      notify()
    },
    subscribe,
    startLater: () => {
      clearTimeout(later)
      later = setTimeout(() => void startSession(state), pause)
      pause = Math.min(2 * pause, LONGEST_PAUSE_MS)
    },
    decided: () => {
      clearTimeout(later)
      pause = FIRST_PAUSE_MS
    },
    mayRenew: () => {
      if (Date.now() - renewedAt < RENEWAL_PAUSE_MS) return false
      renewedAt = Date.now()
      return true
    },
  }
  return state
}

const FIRST_PAUSE_MS = 5000
const LONGEST_PAUSE_MS = MINUTE_MS
const RENEWAL_PAUSE_MS = MINUTE_MS

/**
 * What the server says of a stored token or guest session; `unknown` if it cannot say it at the moment. What a
 * login has overtaken is `valid`: there is nothing more to do.
 */
type Verdict = 'valid' | 'refused' | 'unknown'

/**
 * Tries a stored token first and a stored guest session next. When the server refuses both, creates a new guest session.
 * When it cannot tell, it is asked again later (docs/decisions/0023-sessions-in-the-browser.md).
 */
async function startSession(state: SessionState): Promise<void> {
  const token = state.stored.readToken()
  const guest = state.stored.readGuest()
  let verdict: Verdict = 'refused'
  if (token !== null) verdict = await resumeUser(state, token)
  if (verdict === 'refused') void seedHistory(state)
  if (verdict === 'refused' && guest !== null) verdict = await resumeGuest(state, guest)
  if (verdict === 'refused') await startGuest(state)
  else if (verdict === 'unknown') state.startLater()
  else state.decided()
}

/** Puts the installation's default tag into the empty history of a guest. A user's history holds what they searched. */
async function seedHistory({ defaultTag, read, update }: SessionState): Promise<void> {
  const tag = await defaultTag().catch(() => null)
  const { searchHistory, token } = read()
  if (tag !== null && token === null && searchHistory.length === 0)
    update({ ...read(), searchHistory: historyOf([tag]) })
}

/** Has mails written in the language that the user has chosen for pages since. A failure is made up for by the next page. */
function followLanguage({ call, stored }: SessionState, language: Language): void {
  const chosen = stored.readLanguage()
  if (chosen !== pageLanguage() || chosen === language) return
  call('PUT /api/auth/language', { body: { language: chosen } }).catch(() => {})
}

async function resumeUser(state: SessionState, token: string): Promise<Verdict> {
  const { call, stored, read, update } = state
  // A token that is tried again changes nothing on the page meanwhile.
  if (read().token !== token) update(tryingToken(read(), token))
  try {
    const { search_history, language, ...user } = await call('GET /api/auth/profile', undefined)
    if (read().token === token) update(loggedIn(read(), token, user, search_history))
    followLanguage(state, language)
    return 'valid'
  } catch (error) {
    // Meanwhile the visitor has logged in or out, or another call has ended this login.
    if (read().token !== token) return 'valid'
    if (!isError(error, 'status', 401)) {
      update(withError(read(), messageOf(error)))
      return 'unknown'
    }
    if (stored.readToken() === token) stored.writeToken(null)
    update(loginEnded())
    return 'refused'
  }
}

async function resumeGuest({ call, stored, read, update }: SessionState, session_id: string): Promise<Verdict> {
  try {
    const guest = await call('GET /api/auth/guest-status/{session_id}', { params: { session_id } })
    if (read().token === null) update(guestStarted(read(), guest))
    return 'valid'
  } catch (error) {
    // Meanwhile the visitor has logged in.
    if (read().token !== null) return 'valid'
    if (!isError(error, 'status', 404)) {
      update(withError(read(), messageOf(error)))
      return 'unknown'
    }
    stored.writeGuest(null)
    return 'refused'
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** Creates a guest session. A history that the browser has stays. */
async function startGuest({ call, stored, read, update }: SessionState): Promise<void> {
  try {
    const guest = await call('POST /api/auth/guest-session', undefined)
    // Meanwhile the visitor has logged in.
    if (read().token !== null) return
    stored.writeGuest(guest.session_id)
    update(guestStarted(read(), guest, read().searchHistory.length > 0 ? [] : guest.search_history))
  } catch (error) {
    // Behind one address, as of a school, others may have used up what a network may begin: the server says when to
    // come back.
    const sentence = isError(error, 'status', 429) ? messageOf(error) : t('frame.searchOff')
    if (read().token === null) update(withError({ ...read(), guestSession: null }, sentence))
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
    state.decided()
    update(loggedIn(read(), token, user, search_history))
    return null
  } catch (error) {
    return fail(state, error, { otherwise: t('error.loginFailed'), offline: t('error.loginOffline') })
  }
}

/** Creates an account. The visitor stays a guest until they log in. */
async function register(state: SessionState, body: Registration): Promise<Failure> {
  try {
    const { search_history } = await state.call('POST /api/auth/register', {
      body: { ...body, language: pageLanguage() },
    })
    state.update(afterRegistering(state.read(), search_history))
    return null
  } catch (error) {
    return fail(state, error, { otherwise: t('error.registerFailed'), offline: t('error.registerOffline') })
  }
}

type Sentences = { otherwise: string; offline: string }

/** Notes a failure: the server's sentence, `otherwise` when it sent none, `offline` when it did not answer. */
function fail({ read, update }: SessionState, error: unknown, { otherwise, offline }: Sentences): Failure {
  const answer = error instanceof ApiError && error.kind === 'answer' ? error : null
  const sentence = answer ? (answer.sentence ?? otherwise) : offline
  update(withError(read(), sentence))
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
  await beginAgain(state, initialSession([]))
}

/** Continues with a new guest session after the user's one. */
async function beginAgain(state: SessionState, session: Session): Promise<void> {
  state.decided()
  state.stored.writeGuest(null)
  state.update(session)
  void seedHistory(state)
  await startGuest(state)
}

/** Another tab of the site has logged in or out: so does this one. */
async function followOtherTab(state: SessionState): Promise<void> {
  const token = state.stored.readToken()
  if (token === state.read().token) return
  if (token === null) return beginAgain(state, loginEnded())
  return startSession(state)
}

/** Searches a tag; the server's count and history become the session's. */
async function searchTag(state: SessionState, tag: string): Promise<SearchResult> {
  try {
    const result = await state.call('POST /api/search', { body: { tag } })
    state.update(afterSearch(state.read(), result))
    return result
  } catch (error) {
    if (isError(error, 'code', 'search_limit_reached')) state.update(searchesUsedUp(state.read()))
    throw error
  }
}

/**
 * The server refused these credentials: continues with a new guest session. True if the call may be made again, with
 * other credentials than these.
 */
async function renewSession(state: SessionState, refused: Credentials): Promise<boolean> {
  const session = state.read()
  const { token, guestSessionId } = credentialsOf(session)
  if (session.isLoading) return false
  if (token === refused.token && guestSessionId === refused.guestSessionId) {
    if (!token && !guestSessionId) return false
    if (!state.mayRenew()) return false
    await (token ? endLogin(state, token) : beginAgain(state, initialSession(session.searchHistory)))
  }
  return state.read().guestSession !== null || state.read().isAuthenticated
}

async function endLogin(state: SessionState, token: string): Promise<void> {
  if (state.stored.readToken() === token) state.stored.writeToken(null)
  await beginAgain(state, loginEnded())
}

function isError<K extends 'code' | 'status'>(error: unknown, key: K, value: ApiError[K]): boolean {
  return error instanceof ApiError && error[key] === value
}
