import { use, useSyncExternalStore } from 'react'
import type { Session } from './session.ts'
import { SessionContext } from './session-context.ts'
import type { SessionStore } from './session-store.ts'

/** What the visitor can do about their session. */
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
