import { wasRefused } from '../api/api-error.ts'
import { failed, guestStarted, historyOf, loggedIn, tryingToken } from './session.ts'
import type { SessionState } from './session-state.ts'

/** A stored token is tried first, then a stored guest session; when neither works, a new guest session is created. */
export async function startSession(state: SessionState): Promise<void> {
  void seedHistory(state)
  const token = state.stored.readToken()
  if (token !== null && (await resumeUser(state, token))) return
  const guest = state.stored.readGuest()
  if (guest !== null && (await resumeGuest(state, guest))) return
  await startGuest(state)
}

/** An empty history begins with the installation's fixed tag. */
export async function seedHistory({ defaultTag, read, become }: SessionState): Promise<void> {
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
export async function startGuest({ call, stored, read, become }: SessionState): Promise<void> {
  try {
    const guest = await call('POST /api/auth/guest-session', undefined)
    stored.writeGuest(guest.session_id)
    become(guestStarted(read(), guest, read().searchHistory.length > 0 ? [] : guest.search_history))
  } catch {
    become(failed({ ...read(), token: null, guestSession: null }, 'Failed to create session'))
  }
}

/** The server knows neither token nor guest session any more: on with a new guest session. */
export async function renewSession(state: SessionState): Promise<void> {
  state.stored.writeToken(null)
  state.stored.writeGuest(null)
  state.become({ ...state.read(), isAuthenticated: false, user: null, token: null, guestSession: null })
  await startGuest(state)
}
