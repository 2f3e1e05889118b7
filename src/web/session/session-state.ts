import type { call as callApi } from '../api/client.ts'
import { initialSession, type Session } from './session.ts'
import type { Stored } from './storage.ts'

export type Needs = {
  call: typeof callApi
  stored: Stored
  /** The fixed tag that an empty history begins with. */
  defaultTag: () => Promise<string | null>
}

/** The session of this page, outside React, with what its transitions need. */
export type SessionState = Needs & {
  read: () => Session
  become: (next: Session) => void
  /** Tells of every change until the returned function is called. */
  subscribe: (listener: () => void) => () => void
}

export function createSessionState(needs: Needs): SessionState {
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
