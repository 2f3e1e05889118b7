import type { Context } from '../context.ts'
import type { SharedLimit } from '../http/shared-throttle.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** What a network may do how often, whatever name or session it goes by. */
export function limitsOf({ config }: Pick<Context, 'config'>) {
  const minutely = (name: string, limit: number): SharedLimit => ({ name, limit, windowMs: MINUTE_MS })
  const hourly = (name: string, limit: number): SharedLimit => ({ name, limit, windowMs: HOUR_MS })
  return {
    guestSessions: hourly('guest sessions', config.GUEST_SESSIONS_PER_HOUR),
    guestSearches: hourly('guest searches', config.GUEST_SEARCHES_PER_HOUR),
    registrations: hourly('registrations', config.REGISTRATIONS_PER_HOUR),
    logins: minutely('logins', config.LOGINS_PER_MINUTE),
    // Each is a call to the game from our address, with a key that anybody may have made up.
    triedKeys: minutely('tried keys', config.LOGINS_PER_MINUTE),
  }
}
