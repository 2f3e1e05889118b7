import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { countsOf } from '../counts.ts'
import { AppError } from './app-error.ts'
import { createResponseCache } from './response-cache.ts'
import type { SecurityHeaders } from './security-headers.ts'
import type { Guards } from './serve.ts'
import { isShed } from './shed-load.ts'
import { createThrottle } from './throttle.ts'
import { trafficOf } from './traffic.ts'
import { createWorkload } from './workload.ts'

/** Some seconds of work for the store; whoever comes on top would wait longer than anybody does. */
const READING_AT_ONCE = 256

/** Searches wait for the game rather than for us, and have queues of their own. */
const WORKING_AT_ONCE = 2048

/** What stands between the calls and their callers, living as long as the app. */
export function createGuards(
  context: Pick<Context, 'clock' | 'log' | 'config' | 'changes' | 'demoHistory'>,
  fastify: FastifyInstance,
  headers: SecurityHeaders,
): Guards {
  const { clock, log, config, changes } = context
  const traffic = trafficOf(context)
  const shedding = {
    isShed: () => isShed(traffic, 'made'),
    onShed: () => countsOf(context).add('requests_shed', 'made'),
  }
  const cache = createResponseCache({
    clock,
    maxBytes: config.CACHE_MEGABYTES * 1024 * 1024,
    onError(error) {
      if (!(error instanceof AppError)) log.warn({ error }, 'an older answer stays until it can be made anew')
    },
  })
  const stopListening = changes.listen(cache.drop)
  fastify.addHook('onClose', (_instance, done) => {
    stopListening()
    done()
  })
  return {
    headers,
    cache,
    // While the history is being filled, figures grow from second to second.
    freshSecondsMax: () => (context.demoHistory?.progress() ? 1 : Number.POSITIVE_INFINITY),
    reading: createWorkload(READING_AT_ONCE, shedding),
    working: createWorkload(WORKING_AT_ONCE, shedding),
    users: createThrottle({ clock, limit: config.USER_REQUESTS_PER_MINUTE, windowMs: 60_000 }),
  }
}
