import { SEARCH_HISTORY_MAX } from '#shared/limits.ts'
import type { Answer } from './api-client.ts'

export type User = Answer<'POST /api/auth/login'>['user']
export type GuestSession = Answer<'GET /api/auth/guest-status/{session_id}'>
export type SearchResult = Answer<'POST /api/search'>

/** Who the visitor is. A token without `isAuthenticated` is being tried, or cannot be tried at the moment. */
export type Session = {
  isAuthenticated: boolean
  user: User | null
  token: string | null
  guestSession: GuestSession | null
  /** Tags, the newest first. */
  searchHistory: readonly string[]
  isLoading: boolean
  error: string | null
  /** The login has ended without a logout here: it expired, or was ended elsewhere. */
  hasEnded: boolean
}

/** Nobody is logged in, and the session is loading. */
export function initialSession(defaultHistory: readonly string[]): Session {
  return {
    isAuthenticated: false,
    user: null,
    token: null,
    guestSession: null,
    searchHistory: historyOf(defaultHistory),
    isLoading: true,
    error: null,
    hasEnded: false,
  }
}

/** A search history as it is kept: every tag once, in the given order, at most ten. */
export function historyOf(tags: readonly string[]): readonly string[] {
  return [...new Set(tags)].slice(0, SEARCH_HISTORY_MAX)
}

/** The history after a search: a new tag comes first; one that is present stays at its place. */
export function withTag(history: readonly string[], tag: string): readonly string[] {
  return history.includes(tag) ? history : historyOf([tag, ...history])
}

/** A stored token is being tried. */
export function tryingToken(session: Session, token: string): Session {
  return { ...session, token, isLoading: true }
}

/** A login succeeded, or a stored token was accepted. The guest session ends. */
export function loggedIn(session: Session, token: string, user: User, history: readonly string[]): Session {
  return {
    ...session,
    isAuthenticated: true,
    user,
    token,
    guestSession: null,
    searchHistory: historyOf(history),
    isLoading: false,
    error: null,
    hasEnded: false,
  }
}

/** The login ended by itself. The next guest session begins with the history of guests. */
export function loginEnded(): Session {
  return { ...initialSession([]), hasEnded: true }
}

/** The visitor is a guest, with a new or a stored session. A token that was tried before is gone. */
export function guestStarted(session: Session, guest: GuestSession, history: readonly string[] = []): Session {
  return {
    ...session,
    isAuthenticated: false,
    user: null,
    token: null,
    guestSession: {
      session_id: guest.session_id,
      searches_remaining: guest.searches_remaining,
      search_limit: guest.search_limit,
    },
    searchHistory: newHistory(history, session),
    isLoading: false,
    error: null,
  }
}

/** An account was created. Only the history changes: registering logs nobody in. */
export function afterRegistering(session: Session, history: readonly string[]): Session {
  return { ...session, searchHistory: newHistory(history, session), error: null }
}

/** A search succeeded. The history and a guest's remaining searches are those that the server says. */
export function afterSearch(session: Session, result: SearchResult): Session {
  const history = result.search_history.length > 0 ? result.search_history : withTag(session.searchHistory, result.tag)
  const guest = session.guestSession
  return {
    ...session,
    searchHistory: historyOf(history),
    user: session.user && { ...session.user, search_count: session.user.search_count + 1 },
    guestSession: guest && {
      ...guest,
      searches_remaining: result.searches_remaining ?? guest.searches_remaining,
      search_limit: result.search_limit ?? guest.search_limit,
    },
  }
}

/** The server says that the guest has no search left. */
export function searchesUsedUp(session: Session): Session {
  return { ...session, guestSession: session.guestSession && { ...session.guestSession, searches_remaining: 0 } }
}

/** Something failed. The visitor is who they were. */
export function withError(session: Session, error: string): Session {
  return { ...session, isLoading: false, error }
}

/** The server's history; the present one when the server has none. */
function newHistory(fromServer: readonly string[], session: Session): readonly string[] {
  return fromServer.length > 0 ? historyOf(fromServer) : session.searchHistory
}
