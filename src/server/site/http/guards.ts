import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '#server/context.ts'
import { isStorageFull, noteStorageFault } from '#server/database/storage.ts'
import { AppError, refusalBody } from '#server/kernel/errors.ts'
import { createConcurrencyLimit, createRateLimit, networkOf, VERY_BUSY } from '#server/kernel/limits.ts'
import { postInteraction } from '#shared/contract/sharing.ts'
import { MINUTE_MS } from '#shared/days.ts'
import { said } from '#shared/texts.ts'
import { storageFull } from './answer-errors.ts'
import { varyByLanguage } from './answer-texts.ts'
import { createResponseCache } from './response-cache.ts'
import type { Guards } from './serve.ts'
import { createQuietness, isShed, isUnlimited, workOf } from './shed-load.ts'

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
    isShed: (isQuiet: boolean) => isShed(traffic, 'made', { isQuiet }),
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

declare module 'fastify' {
  interface FastifyRequest {
    /** True for a request of a network that asks for little, while others ask for much. */
    isQuiet: boolean
  }
}

export const TOO_MANY = said('error.tooManyOfNetwork')

const REFUSALS = {
  429: { sentence: TOO_MANY, code: 'too_many' },
  503: { sentence: VERY_BUSY.sentence, code: 'busy' },
}

/** Different times, so that refused clients do not all come back together. */
const RETRY_AFTER_SECONDS = [1, 2, 3]

/**
 * Counts each request by network, and refuses those beyond the limit of a minute with 429; under overload, also as many as
 * `Traffic.shedding` says with 503, the busiest networks first. Both before any work is done. Each answer says how many
 * requests are left: in the fields of the IETF's draft on RateLimit headers, and in the older ones that most clients know.
 */
export function admitRequests(
  fastify: FastifyInstance,
  { clock, config, counters, traffic }: Pick<Context, 'clock' | 'config' | 'counters' | 'traffic'>,
): void {
  const perMinute = config.REQUESTS_PER_MINUTE
  // Discord calls from addresses of its own: its call counts whom it names, and by network who is not Discord.
  const isDiscords = ({ method, url }: FastifyRequest) =>
    config.DISCORD_PUBLIC_KEY !== undefined && method === 'POST' && url === postInteraction.path
  const limit = createRateLimit({ clock, limit: perMinute, windowMs: MINUTE_MS })
  const isQuiet = createQuietness()
  fastify.decorateRequest('isQuiet', false)
  fastify.addHook('onRequest', (request, reply, done) => {
    // An earlier request on the same connection made us end it, and this one had been received already.
    if (request.raw.socket.destroyed) return void reply.hijack()
    const work = workOf(request.method, request.url)
    if (!isUnlimited(request.url) && !isDiscords(request)) {
      const { left, seconds } = limit.use(networkOf(request.ip))
      reply.headers(limitHeaders(perMinute, left, seconds))
      if (left < 0) return sendRefusal(reply, 429, seconds)
      request.isQuiet = isQuiet(perMinute - left)
    }
    if (traffic.shedding === 0 || work === null || !isShed(traffic, work, request)) return done()
    counters.add('requests_shed', work)
    sendRefusal(reply, 503, RETRY_AFTER_SECONDS[traffic.arrived % RETRY_AFTER_SECONDS.length] ?? 1)
  })
}

function limitHeaders(perMinute: number, left: number, seconds: number) {
  const remaining = Math.max(left, 0)
  return {
    'ratelimit-policy': `"address";q=${perMinute};w=60`,
    'x-ratelimit-limit': perMinute,
    ratelimit: `"address";r=${remaining};t=${seconds}`,
    'x-ratelimit-remaining': remaining,
    'x-ratelimit-reset': seconds,
  }
}

/** Sends a body, for an error that is thrown costs more than many an answer. */
function sendRefusal(reply: FastifyReply, status: keyof typeof REFUSALS, retryAfterSeconds: number): void {
  const body = refusalBody(REFUSALS[status], reply.request.texts)
  if (body.message !== undefined) varyByLanguage(reply)
  reply
    .code(status)
    .headers({ 'content-type': 'application/json; charset=utf-8', 'retry-after': retryAfterSeconds })
    .send(JSON.stringify(body))
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
