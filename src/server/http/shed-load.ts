import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { countsOf } from '../counts.ts'
import type { SecurityHeaders } from './security-headers.ts'
import { type Traffic, trafficOf } from './traffic.ts'

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
  const traffic = trafficOf(context)
  const fixed = { ...headers, 'cache-control': 'no-store', 'content-type': 'application/json; charset=utf-8' }
  fastify.addHook('onRequest', (request, reply, done) => {
    // Read along with the one for which the connection was ended: nobody will hear the answer.
    if (request.raw.socket.destroyed) return void reply.hijack()
    if (traffic.shedding === 0) return done()
    const work = workOf(request.method, request.url)
    if (work === null || !isShed(traffic, work)) return done()
    countsOf(context).add('requests_shed', work)
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
