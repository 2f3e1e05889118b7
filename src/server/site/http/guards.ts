import type { FastifyInstance } from 'fastify'
import type { Context } from '#server/context.ts'
import { isStorageFull, noteStorageFault } from '#server/database/storage.ts'
import type { Clock } from '#server/kernel/clock.ts'
import { AppError } from '#server/kernel/errors.ts'
import { createConcurrencyLimit, createRateLimit, networkOf } from '#server/kernel/limits.ts'
import { storageFull } from './answer-errors.ts'
import type { SecurityHeaders } from './headers.ts'
import { createResponseCache } from './response-cache.ts'
import type { Guards } from './serve.ts'
import { isShed } from './shed-load.ts'

/** Some seconds of work for the store; whoever comes on top would wait longer than anybody does. */
const READING_AT_ONCE = 256

/** Searches wait for the game rather than for us, and have queues of their own. */
const WORKING_AT_ONCE = 2048

/** What stands between the calls and their callers, living as long as the app. */
export function createGuards(
  context: Pick<Context, 'announcements' | 'clock' | 'config' | 'counters' | 'demoHistory' | 'log' | 'traffic'>,
  fastify: FastifyInstance,
  headers: SecurityHeaders,
): Guards {
  const { clock, log, config, announcements } = context
  const traffic = context.traffic
  const shedding = {
    isShed: () => isShed(traffic, 'made'),
    onShed: () => context.counters.add('requests_shed', 'made'),
  }
  const cache = createResponseCache({
    clock,
    maxBytes: config.CACHE_MEGABYTES * 1024 * 1024,
    onError(error) {
      if (!(error instanceof AppError)) log.warn({ error }, 'an older answer stays until it can be made anew')
    },
  })
  const stopListening = announcements.listen(cache.drop)
  fastify.addHook('onClose', (_instance, done) => {
    stopListening()
    done()
  })
  return {
    headers,
    cache,
    // While the history is being filled, figures grow from second to second.
    freshSecondsMax: () => (context.demoHistory?.progress() ? 1 : Number.POSITIVE_INFINITY),
    reading: createConcurrencyLimit(READING_AT_ONCE, shedding),
    working: createConcurrencyLimit(WORKING_AT_ONCE, shedding),
    users: createRateLimit({ clock, limit: config.USER_REQUESTS_PER_MINUTE, windowMs: 60_000 }),
  }
}

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
  const throttle = createRateLimit({ clock, limit: perMinute, windowMs: WINDOW_SECONDS * 1000 })
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

const READING = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * While the disk is full, whatever would write is refused at once and leaves no trace; reading goes on. Concerns the
 * routes that are added after it, and costs those that read nothing.
 */
export function refuseWrites(fastify: FastifyInstance, context: Pick<Context, 'clock' | 'storage'>): void {
  fastify.addHook('onRoute', (route) => {
    if ([route.method].flat().every((method) => READING.has(method))) return
    route.onRequest = [refuse, ...[route.onRequest ?? []].flat()]
  })
  fastify.addHook('onError', (_request, _reply, error, done) => {
    noteStorageFault(context, error)
    done()
  })

  function refuse(_request: unknown, _reply: unknown, done: (error?: Error) => void): void {
    done(isStorageFull(context) ? storageFull() : undefined)
  }
}
