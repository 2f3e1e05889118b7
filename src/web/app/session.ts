import { SEARCH_HISTORY_MAX } from '#shared/limits.ts'
import type { Answer } from './api-client.ts'

export type User = Answer<'POST /api/auth/login'>['user']
export type GuestSession = Answer<'GET /api/auth/guest-status/{session_id}'>
export type SearchResult = Answer<'POST /api/search'>

/** Who the visitor is. A token without `isAuthenticated` is one that is being tried. */
export type Session = {
  isAuthenticated: boolean
  user: User | null
  token: string | null
  guestSession: GuestSession | null
  /** Tags, newest first. */
  searchHistory: readonly string[]
  isLoading: boolean
  error: string | null
}

/** Logged out and loading, with the default history. */
export function initialSession(defaultHistory: readonly string[]): Session {
  return {
    isAuthenticated: false,
    user: null,
    token: null,
    guestSession: null,
    searchHistory: historyOf(defaultHistory),
    isLoading: true,
    error: null,
  }
}

/** A history as it is kept: every tag once, the newest first, at most ten. */
export function historyOf(tags: readonly string[]): readonly string[] {
  return [...new Set(tags)].slice(0, SEARCH_HISTORY_MAX)
}

/** The history with a tag that was just searched: one already present is not added again. */
export function withTag(history: readonly string[], tag: string): readonly string[] {
  return history.includes(tag) ? history : historyOf([tag, ...history])
}

/** A stored token is being tried. */
export function tryingToken(session: Session, token: string): Session {
  return { ...session, token, isLoading: true }
}

/** Logged in, by login or by a stored token: the guest session ends. */
export function loggedIn(session: Session, token: string, user: User, history: readonly string[]): Session {
  return {
    ...session,
    isAuthenticated: true,
    user,
    token,
    guestSession: null,
    searchHistory: known(history, session),
    isLoading: false,
    error: null,
  }
}

/** A guest session, new or stored; the token tried before it, if any, is gone. */
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
    searchHistory: known(history, session),
    isLoading: false,
    error: null,
  }
}

/** Registered: only the history changes, nobody is logged in by it. */
export function registered(session: Session, history: readonly string[]): Session {
  return { ...session, searchHistory: known(history, session), error: null }
}

/** A search succeeded: the history and, for guests, the remaining count follow the server. */
export function searched(session: Session, result: SearchResult): Session {
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

/** The guest has no search left, whatever was counted here. */
export function searchesUsedUp(session: Session): Session {
  return { ...session, guestSession: session.guestSession && { ...session.guestSession, searches_remaining: 0 } }
}

/** Something failed; who the visitor is stays as it was. */
export function failed(session: Session, error: string): Session {
  return { ...session, isLoading: false, error }
}

/** Searching is allowed when logged in, or as a guest with searches left. */
export function maySearch(session: Session): boolean {
  return session.isAuthenticated || (session.guestSession?.searches_remaining ?? 0) > 0
}

function known(history: readonly string[], session: Session): readonly string[] {
  return history.length > 0 ? historyOf(history) : session.searchHistory
}

const STATUS: Record<User['api_key_status'], string> = {
  active: 'Active',
  not_set: 'Not Set',
  refused: 'Active, but refused by the game',
  unverified: 'Active, not verified yet',
}

/** How a user's own key of the game's API stands. */
export function apiKeyStatus({ has_api_key, api_key_status }: Pick<User, 'has_api_key' | 'api_key_status'>): string {
  return has_api_key ? STATUS[api_key_status] : STATUS.not_set
}
