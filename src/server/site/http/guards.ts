import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '#server/context.ts'
import { isStorageFull, noteStorageFault } from '#server/database/storage.ts'
import { AppError } from '#server/kernel/errors.ts'
import { createConcurrencyLimit, createRateLimit, networkOf } from '#server/kernel/limits.ts'
import { postInteraction } from '#shared/contract/sharing.ts'
import { MINUTE_MS } from '#shared/days.ts'
import { storageFull } from './answer-errors.ts'
import { createResponseCache } from './response-cache.ts'
import type { Guards } from './serve.ts'
import { isShed, isUnlimited } from './shed-load.ts'

/** Public answers that are made at the same time: a few seconds of work for the store. More would only wait in vain. */
const READING_AT_ONCE = 256

/** Searches mostly wait for the game, which has queues of its own. */
const WORKING_AT_ONCE = 2048

/** Makes the cache and the limits that every call passes. They live as long as the app. */
export function createGuards(
  context: Pick<Context, 'announcements' | 'clock' | 'config' | 'counters' | 'demoHistory' | 'log' | 'traffic'>,
  fastify: FastifyInstance,
): Guards {
  const { clock, log, config, announcements, counters, traffic } = context
  const shedding = {
    isShed: () => isShed(traffic, 'made'),
    onShed: () => counters.add('requests_shed', 'made'),
  }
  const cache = createResponseCache({
    clock,
    maxBytes: config.CACHE_MEGABYTES * 1024 * 1024,
    onError(error) {
      if (!(error instanceof AppError)) log.warn({ error }, 'an older answer is given, since no new one could be made')
    },
  })
  const stopListening = announcements.listen(cache.drop)
  fastify.addHook('onClose', (_instance, done) => {
    stopListening()
    done()
  })
  return {
    cache,
    // While the demo's history is being filled, figures change every second.
    freshSecondsMax: () => (context.demoHistory?.progress() ? 1 : Number.POSITIVE_INFINITY),
    reading: createConcurrencyLimit(READING_AT_ONCE, shedding),
    working: createConcurrencyLimit(WORKING_AT_ONCE, shedding),
    users: createRateLimit({ clock, limit: config.USER_REQUESTS_PER_MINUTE, windowMs: MINUTE_MS }),
  }
}

export const TOO_MANY = 'Too many requests from your network. Please wait a moment.'

/**
 * Allows a network so many requests a minute. Each answer says how many are left: in the fields of the IETF's draft on
 * RateLimit headers, and in the older ones that most clients know.
 */
export function limitRequests(fastify: FastifyInstance, { clock, config }: Pick<Context, 'clock' | 'config'>): void {
  const perMinute = config.REQUESTS_PER_MINUTE
  // Discord calls from addresses of its own: its call counts whom it names, and by network who is not Discord.
  const isDiscords = ({ method, url }: FastifyRequest) =>
    config.DISCORD_PUBLIC_KEY !== undefined && method === 'POST' && url === postInteraction.path
  const limit = createRateLimit({ clock, limit: perMinute, windowMs: MINUTE_MS })
  fastify.addHook('onRequest', (request, reply, done) => {
    if (isUnlimited(request.url) || isDiscords(request)) return done()
    const { left, seconds } = limit.use(networkOf(request.ip))
    const remaining = Math.max(left, 0)
    reply.headers({
      'ratelimit-policy': `"address";q=${perMinute};w=60`,
      'x-ratelimit-limit': perMinute,
      ratelimit: `"address";r=${remaining};t=${seconds}`,
      'x-ratelimit-remaining': remaining,
      'x-ratelimit-reset': seconds,
    })
    done(left < 0 ? new AppError('too_many', TOO_MANY, { retryAfterSeconds: seconds }) : undefined)
  })
}

const READ_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses requests that would write while the disk is full, before they change anything. Requests that read are still
 * answered. Applies to the routes that are added after this call.
 */
export function refuseWrites(fastify: FastifyInstance, context: Pick<Context, 'clock' | 'storage'>): void {
  fastify.addHook('onRoute', (route) => {
    if ([route.method].flat().every((method) => READ_METHODS.has(method))) return
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
