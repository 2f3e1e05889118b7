import { useSession, useSessionStore } from '../session/use-session.ts'

/** Says that a guest has no session, without which nothing can be searched, and asks for one again. */
export function SessionFailure() {
  const { guestSession, isAuthenticated, isLoading, error } = useSession()
  const { start } = useSessionStore()
  if (guestSession || isAuthenticated || isLoading || error === null) return null
  return (
    <p role="alert" className="bg-raise px-4 py-1.5 text-center text-sm">
      <strong className="font-semibold">Failed to create session.</strong> Searches need one.{' '}
      <button type="button" className="link min-h-6" onClick={() => void start()}>
        Try Again
      </button>
    </p>
  )
}
