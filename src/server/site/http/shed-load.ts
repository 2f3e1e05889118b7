import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import type { Traffic } from '#server/kernel/counters.ts'
import type { ErrorBody } from '#server/kernel/errors.ts'
import { VERY_BUSY } from '#server/kernel/limits.ts'
import type { HeaderFields } from './ready-answer.ts'

/** Kinds of work, in the order in which they are refused when there is too much. */
type Work = 'costly' | 'made' | 'ready'

const REFUSED_FROM: Record<Work, number> = { costly: 0, made: 1, ready: 2 }

const UNLIMITED = /^\/(?:assets|api\/health)\//

/** True for requests that are neither counted nor refused: monitoring must always get an answer, and assets cost little. */
export function isUnlimited(url: string): boolean {
  return UNLIMITED.test(url)
}

/** Tables for download, and pictures drawn for links. */
const COSTLY_READ = /[?&]format=csv|^\/og\//

/** The body of a refusal. */
const BODY = Buffer.from(JSON.stringify({ error: VERY_BUSY.message, code: 'busy' } satisfies ErrorBody))

/** Different times, so that refused clients do not all come back together. */
const RETRY_AFTER_SECONDS = [1, 2, 3]

/** Whether a request for this kind of work is to be refused. Refuses the share that `Traffic.shedding` says, by chance. */
export function isShed({ shedding }: Traffic, work: Work, random: () => number = Math.random): boolean {
  const share = shedding - REFUSED_FROM[work]
  return share > 0 && random() < share
}

/** The kind of work that a request asks for, as far as its first line says. Whether an answer is ready shows later. */
export function workOf(method: string, url: string): Work | null {
  if (isUnlimited(url) || method === 'OPTIONS') return null
  if (method !== 'GET' && method !== 'HEAD') return 'costly'
  return COSTLY_READ.test(url) ? 'costly' : 'ready'
}

/** Refuses as many requests as `Traffic.shedding` says with 503 and Retry-After, before any work is done for them. */
export function shedLoad(fastify: FastifyInstance, context: Context, headers: HeaderFields): void {
  const traffic = context.traffic
  const fixed = { ...headers, 'cache-control': 'no-store', 'content-type': 'application/json; charset=utf-8' }
  fastify.addHook('onRequest', (request, reply, done) => {
    // An earlier request on the same connection made us end it, and this one had been received already.
    if (request.raw.socket.destroyed) return void reply.hijack()
    if (traffic.shedding === 0) return done()
    const work = workOf(request.method, request.url)
    if (work === null || !isShed(traffic, work)) return done()
    context.counters.add('requests_shed', work)
    refuse(request, reply, fixed, traffic.arrived)
  })
}

/** Writes to the socket without the framework: a refusal that costs as much as an answer would not help. */
function refuse(request: FastifyRequest, reply: FastifyReply, fixed: HeaderFields, turn: number): void {
  const head: Record<string, unknown> = { ...fixed, ...reply.getHeaders(), 'content-length': BODY.length }
  head['retry-after'] = RETRY_AFTER_SECONDS[turn % RETRY_AFTER_SECONDS.length]
  reply.hijack()
  reply.raw.writeHead(
    503,
    Object.entries(head).flatMap(([name, value]) => [name, String(value)]),
  )
  reply.raw.end(request.method === 'HEAD' ? undefined : BODY)
}

const MEASURE_EVERY_MS = 100

/** The distance between two samples of the histogram while the loop is idle. */
const RESOLUTION_MS = 10

/** With fewer requests than this within 100 ms, requests do not cause the delay, and refusing them would not end it. */
const CROWD = 16

/** Shedding rises only after so many measurements in a row with a delay: one short delay is no overload. */
const MEASUREMENTS_IN_A_ROW = 2

/**
 * Measures ten times a second how long the event loop and the store delay their work, and sets `Traffic.shedding`
 * accordingly. Returns a function that ends it.
 */
export function watchLoad(context: Pick<Context, 'db' | 'clock' | 'traffic'>): () => void {
  const traffic = context.traffic
  const loop = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  loop.enable()
  const storeDelay = createStoreProbe(context)
  let arrivedBefore = 0
  let delayedInARow = 0
  const measure = () => {
    const crowded = traffic.arrived - arrivedBefore >= CROWD || traffic.inFlight >= CROWD
    arrivedBefore = traffic.arrived
    traffic.loopDelayMs = Math.max(0, (Number.isNaN(loop.mean) ? 0 : loop.mean) / 1e6 - RESOLUTION_MS)
    loop.reset()
    traffic.storeDelayMs = crowded ? storeDelay() : 0
    const next = nextShedding(traffic.shedding, traffic)
    delayedInARow = next > traffic.shedding ? delayedInARow + 1 : 0
    const rises = crowded && delayedInARow >= MEASUREMENTS_IN_A_ROW
    if (next < traffic.shedding || rises) traffic.shedding = next
  }
  const timer = setInterval(measure, MEASURE_EVERY_MS).unref()
  return () => {
    clearInterval(timer)
    loop.disable()
  }
}

/** The milliseconds that a statement without work takes, with the wait for a connection. Runs one statement at a time. */
function createStoreProbe({ db, clock }: Pick<Context, 'db' | 'clock'>): () => number {
  let startedAt: number | null = null
  let tookMs = 0
  const ended = () => {
    tookMs = clock.monotonic() - (startedAt ?? 0)
    startedAt = null
  }
  return () => {
    if (startedAt === null) {
      startedAt = clock.monotonic()
      sql`select 1`.execute(db).then(ended, ended)
    }
    return Math.max(tookMs, clock.monotonic() - startedAt)
  }
}

/** How long the event loop and the store delayed their work lately. */
export type Delays = { loopDelayMs: number; storeDelayMs: number }

/** Visitors notice longer delays. */
const LOOP_DELAY_MS = 60
const STORE_DELAY_MS = 200

/** Some ready answers are always given: without any work there would be no sign that the overload is over. */
const MOST = 2.9
/** A slow store is no reason to refuse ready answers, which do not need it. */
const MOST_FOR_THE_STORE = 2

/** After a delay so many times as long as allowed, all costly work is refused at once. */
const SEVERE = 3

const LONGEST_STEP = 0.4
const STEP = 0.1
const STEP_BACK = 0.05

/**
 * The value of `Traffic.shedding` (0 to 2.9) after another tenth of a second. It rises faster with a longer delay, and
 * falls slowly while there is none.
 */
export function nextShedding(shedding: number, { loopDelayMs, storeDelayMs }: Delays): number {
  const loop = loopDelayMs / LOOP_DELAY_MS
  const store = storeDelayMs / STORE_DELAY_MS
  const worst = Math.max(loop, store)
  if (worst <= 1) return Math.max(0, shedding - STEP_BACK)
  const raised = Math.max(worst > SEVERE ? 1 : 0, shedding + Math.min(LONGEST_STEP, STEP * worst))
  if (loop > 1) return Math.min(MOST, raised)
  return shedding > MOST_FOR_THE_STORE ? shedding - STEP_BACK : Math.min(MOST_FOR_THE_STORE, raised)
}
