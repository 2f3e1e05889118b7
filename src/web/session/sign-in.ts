import { ApiError } from '../api/api-error.ts'
import { failed, initialSession, loggedIn, registered } from './session.ts'
import type { SessionState } from './session-state.ts'
import { seedHistory, startGuest } from './start-session.ts'

export type Login = { identifier: string; password: string }
export type Registration = { username: string; email: string; password: string; api_key: string }

/** Null when done, else the sentence to show and what is wrong with which field. */
export type Failure = { error: string; fields: Record<string, string> } | null

/** Logs in; the guest session ends with it. */
export async function login(state: SessionState, body: Login): Promise<Failure> {
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
export async function register(state: SessionState, body: Registration): Promise<Failure> {
  try {
    const { search_history } = await state.call('POST /api/auth/register', { body })
    state.become(registered(state.read(), search_history))
    return null
  } catch (error) {
    return fail(state, error, { otherwise: 'Registration failed', offline: 'Network error during registration' })
  }
}

/** Forgets token and history at once, revokes the token, and goes on with a new guest session. */
export async function logout(state: SessionState): Promise<void> {
  const revoked = state.call('POST /api/auth/logout', undefined).catch(() => null)
  await Promise.all([revoked, becomeGuest(state)])
}

/** Forgets an account that is no more, and goes on with a new guest session. */
export async function becomeGuest(state: SessionState): Promise<void> {
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
