import { createContext, type ReactNode, use, useSyncExternalStore } from 'react'
import type { Session } from './session.ts'
import type { SessionStore } from './session-store.ts'

const SessionContext = createContext<SessionStore | null>(null)

/** Gives the visitor's session to all components below. */
export function SessionProvider({ store, children }: { store: SessionStore; children: ReactNode }) {
  return <SessionContext value={store}>{children}</SessionContext>
}

/** What a visitor can do with their session: log in, log out, search. */
export function useSessionStore(): SessionStore {
  const store = use(SessionContext)
  if (!store) throw new Error('SessionProvider is missing above this component.')
  return store
}

/** Who the visitor is. */
export function useSession(): Session {
  const { subscribe, read } = useSessionStore()
  return useSyncExternalStore(subscribe, read, read)
}
