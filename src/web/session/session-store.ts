import type { Credentials } from '../api/client.ts'
import { searchTag } from './search-tag.ts'
import type { User } from './session.ts'
import { createSessionState, type Needs } from './session-state.ts'
import { becomeGuest, type Login, login, logout, type Registration, register } from './sign-in.ts'
import { startSession } from './start-session.ts'

export type SessionStore = ReturnType<typeof createSessionStore>

/** Who the visitor is, and what they can do about it. Lives outside React, so that it starts once a page. */
export function createSessionStore(needs: Needs) {
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
