import type { QueryClient } from '@tanstack/react-query'
import { call, identifyBy } from './api-client.ts'
import { OF_DESKS, siteQuery } from './queries.ts'
import { createSessionStore, type SessionStore } from './session-store.ts'
import { createStoredSession } from './storage.ts'

/**
 * Creates the session with which this page makes its calls. Answers that are one visitor's alone go when another
 * follows.
 */
export function createPageSession(queries: QueryClient): SessionStore {
  const session = createSessionStore({
    call,
    stored: createStoredSession(),
    defaultTag: async () => (await queries.ensureQueryData(siteQuery)).default_player_tag,
  })
  identifyBy(session)
  let visitor = session.read().token
  session.subscribe(() => {
    const { token, guestSession } = session.read()
    const next = token ?? guestSession?.session_id ?? null
    if (next === visitor) return
    visitor = next
    void queries.resetQueries(OF_DESKS)
    if (token) {
      void import('./follow-account.ts').then(
        ({ followAccount }) => followAccount(),
        () => {},
      )
    }
  })
  return session
}
