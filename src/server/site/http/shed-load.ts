import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { type Traffic } from '#server/kernel/counters.ts'
import type { SecurityHeaders } from './headers.ts'

/** Sorts of work, in the order in which they are given up. */
export type Work = 'costly' | 'made' | 'ready'

const FROM: Record<Work, number> = { costly: 0, made: 1, ready: 2 }

/** Hashed files of the site cost next to nothing, and whoever watches the process must always get through. */
const NEVER_SHED = /^\/(?:assets|api\/health)\//

/** Tables for download, and pictures drawn for links. */
const COSTLY_READ = /[?&]format=csv|^\/og\//

const BODY = Buffer.from(JSON.stringify({ error: 'Delphin is very busy. Please try again in a moment.', code: 'busy' }))

/** Those refused together shall not all come back together. */
const RETRY_AFTER_SECONDS = [1, 2, 3]

/** Whether a request for this sort of work is refused just now. */
export function isShed({ shedding }: Traffic, work: Work, random: () => number = Math.random): boolean {
  const share = shedding - FROM[work]
  return share > 0 && random() < share
}

/** What a request asks of us, as far as its first line tells; whether an answer is ready shows only later. */
export function workOf(method: string, url: string): Work | null {
  if (NEVER_SHED.test(url) || method === 'OPTIONS') return null
  if (method !== 'GET' && method !== 'HEAD') return 'costly'
  return COSTLY_READ.test(url) ? 'costly' : 'ready'
}

/** Refuses with 503 and Retry-After, before anything is spent on the request, as much as is too much just now. */
export function shedLoad(fastify: FastifyInstance, context: Context, headers: SecurityHeaders): void {
  const traffic = context.traffic
  const fixed = { ...headers, 'cache-control': 'no-store', 'content-type': 'application/json; charset=utf-8' }
  fastify.addHook('onRequest', (request, reply, done) => {
    // Read along with the one for which the connection was ended: nobody will hear the answer.
    if (request.raw.socket.destroyed) return void reply.hijack()
    if (traffic.shedding === 0) return done()
    const work = workOf(request.method, request.url)
    if (work === null || !isShed(traffic, work)) return done()
    context.counters.add('requests_shed', work)
    refuse(request, reply, fixed, traffic.arrived)
  })
}

/** Past the framework's own sending: a refusal that cost as much as an answer would help nobody. */
function refuse(request: FastifyRequest, reply: FastifyReply, fixed: Record<string, string>, turn: number): void {
  const head: Record<string, unknown> = { ...fixed, ...reply.getHeaders(), 'content-length': BODY.length }
  head['retry-after'] = RETRY_AFTER_SECONDS[turn % RETRY_AFTER_SECONDS.length]
  reply.hijack()
  reply.raw.writeHead(
    503,
    Object.entries(head).flatMap(([name, value]) => [name, String(value)]),
  )
  reply.raw.end(request.method === 'HEAD' ? undefined : BODY)
}

const LOOK_EVERY_MS = 100

/** The histogram's samples are this far apart on a loop that is idle. */
const RESOLUTION_MS = 10

/** Fewer requests than this within a look are not what a delay comes from, and refusing them would not end it. */
const CROWD = 16

/** A single hiccup is no overload: things must wait for so many looks in a row. */
const PATIENCE_LOOKS = 2

/**
 * Looks ten times a second how long the event loop and the store keep work waiting, and says how much of it is to be
 * refused. Returns what ends the watching.
 */
export function watchLoad(context: Pick<Context, 'db' | 'clock' | 'traffic'>): () => void {
  const traffic = context.traffic
  const loop = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  loop.enable()
  const askStore = createStoreProbe(context)
  let arrivedBefore = 0
  let strained = 0
  const look = () => {
    const crowded = traffic.arrived - arrivedBefore >= CROWD || traffic.inFlight >= CROWD
    arrivedBefore = traffic.arrived
    traffic.loopDelayMs = Math.max(0, (Number.isNaN(loop.mean) ? 0 : loop.mean) / 1e6 - RESOLUTION_MS)
    loop.reset()
    traffic.storeDelayMs = crowded ? askStore() : 0
    const next = nextShedding(traffic.shedding, traffic)
    strained = next > traffic.shedding ? strained + 1 : 0
    if (next < traffic.shedding || (crowded && strained >= PATIENCE_LOOKS)) traffic.shedding = next
  }
  const timer = setInterval(look, LOOK_EVERY_MS).unref()
  return () => {
    clearInterval(timer)
    loop.disable()
  }
}

/** How long a statement that does nothing lasts, wait for a connection included; one is always under way. */
function createStoreProbe({ db, clock }: Pick<Context, 'db' | 'clock' | 'traffic'>): () => number {
  let asked: number | null = null
  let took = 0
  const ended = () => {
    took = clock.monotonic() - (asked ?? 0)
    asked = null
  }
  return () => {
    if (asked === null) {
      asked = clock.monotonic()
      sql`select 1`.execute(db).then(ended, ended)
    }
    return Math.max(took, clock.monotonic() - asked)
  }
}

/** What the site was kept waiting by lately, in milliseconds. */
export type Strain = { loopDelayMs: number; storeDelayMs: number }

/** From here on visitors notice. */
const LOOP_DELAY_MS = 60
const STORE_DELAY_MS = 200

/** Never all of what is ready: without any work it could not be seen that there is room again. */
const MOST = 2.9
/** A slow store is no reason to refuse what needs no store. */
const MOST_FOR_THE_STORE = 2

/** So many times too long is no matter of degrees: everything costly is refused at once. */
const GRAVE = 3

const LONGEST_STEP = 0.4
const STEP = 0.1
const STEP_BACK = 0.05

/**
 * How much is to be refused after another tenth of a second: more, the longer things wait; less and less when nothing
 * does. See `Traffic.shedding` for the scale.
 */
export function nextShedding(shedding: number, { loopDelayMs, storeDelayMs }: Strain): number {
  const loop = loopDelayMs / LOOP_DELAY_MS
  const store = storeDelayMs / STORE_DELAY_MS
  const strain = Math.max(loop, store)
  if (strain <= 1) return Math.max(0, shedding - STEP_BACK)
  const raised = Math.max(strain > GRAVE ? 1 : 0, shedding + Math.min(LONGEST_STEP, STEP * strain))
  if (loop > 1) return Math.min(MOST, raised)
  return shedding > MOST_FOR_THE_STORE ? shedding - STEP_BACK : Math.min(MOST_FOR_THE_STORE, raised)
}
