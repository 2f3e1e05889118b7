import { useSession } from '../session/use-session.ts'

/** How many searches a guest has left; signed-in users have no limit. */
export function GuestCounter() {
  const { guestSession } = useSession()
  if (!guestSession) return null
  const { searches_remaining: left, search_limit: limit } = guestSession
  return (
    <p
      title="Free searches left in this session"
      className={`shrink-0 rounded-full bg-raise px-3 py-1 text-sm whitespace-nowrap max-sm:text-center max-sm:text-xs ${left > 0 ? 'text-mut' : 'text-warn'}`}
    >
      {left} of {limit}
      <span className="max-sm:block"> searches</span>
    </p>
  )
}
