import { createContext, type ReactNode, use, useSyncExternalStore } from 'react'
import { initialSession, type Session } from './session.ts'
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
  // While the browser takes over the server's page, it knows as little of the visitor as the server.
  return useSyncExternalStore(subscribe, read, () => UNKNOWN)
}

const UNKNOWN = initialSession([])
