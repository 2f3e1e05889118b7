import type { ReactNode } from 'react'
import { SessionContext } from './session-context.ts'
import type { SessionStore } from './session-store.ts'

/** Gives the session to everything below. */
export function SessionProvider({ store, children }: { store: SessionStore; children: ReactNode }) {
  return <SessionContext value={store}>{children}</SessionContext>
}
