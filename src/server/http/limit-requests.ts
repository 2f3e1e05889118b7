import type { FastifyInstance } from 'fastify'
import type { Clock } from '#shared/clock.ts'
import { AppError } from './app-error.ts'
import { networkOf } from './network-of.ts'
import { createThrottle } from './throttle.ts'

const WINDOW_SECONDS = 60

/** Hashed files of the site cost next to nothing, and whoever watches the process must always get through. */
const FREE = /^\/(?:assets|api\/health)\//

/** What says on every answer how many requests are allowed, in the IETF's draft and in the older spelling. */
export function limitHeaders(perMinute: number): Record<string, string> {
  return { 'ratelimit-policy': `"address";q=${perMinute};w=${WINDOW_SECONDS}`, 'x-ratelimit-limit': String(perMinute) }
}

/**
 * Allows so many requests a minute from one network, and says on each answer how many are left: in the fields of the
 * IETF's draft on RateLimit headers, and in the older ones that most clients know.
 */
export function limitRequests(
  fastify: FastifyInstance,
  { clock, perMinute }: { clock: Clock; perMinute: number },
): void {
  const throttle = createThrottle({ clock, limit: perMinute, windowMs: WINDOW_SECONDS * 1000 })
  fastify.addHook('onRequest', (request, reply, done) => {
    if (FREE.test(request.url)) return done()
    const { left, seconds } = throttle.use(networkOf(request.ip))
    const remaining = Math.max(left, 0)
    reply.headers({
      ratelimit: `"address";r=${remaining};t=${seconds}`,
      'x-ratelimit-remaining': String(remaining),
      'x-ratelimit-reset': String(seconds),
    })
    done(left < 0 ? new AppError('too_many', SENTENCE, { retryAfterSeconds: seconds }) : undefined)
  })
}

const SENTENCE = 'Too many requests from your network. Please wait a moment.'
