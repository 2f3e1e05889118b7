import type { Context } from '../context.ts'
import { createThrottle, type Throttle } from '../http/throttle.ts'
import { createLoginGuard, type LoginGuard } from './login-guard.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** The limits of this slice, each with the counts it keeps in memory. */
export type Guards = {
  guestSessions: Throttle
  guestSearches: Throttle
  registrations: Throttle
  logins: LoginGuard
}

const kept = new WeakMap<Context, Guards>()

/** The guards of an app: made when first asked for, gone with its context. */
export function guardsOf(context: Context): Guards {
  const guards = kept.get(context) ?? createGuards(context)
  kept.set(context, guards)
  return guards
}

function createGuards({ clock, config }: Context): Guards {
  const hourly = (limit: number) => createThrottle({ clock, limit, windowMs: HOUR_MS })
  return {
    guestSessions: hourly(config.GUEST_SESSIONS_PER_HOUR),
    guestSearches: hourly(config.GUEST_SEARCHES_PER_HOUR),
    registrations: hourly(config.REGISTRATIONS_PER_HOUR),
    logins: createLoginGuard(clock, config.LOGINS_PER_MINUTE),
  }
}
