import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { isStorageFull, noteStorageFault } from '../storage.ts'
import { storageFull } from './store-trouble.ts'

const READING = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * While the disk is full, whatever would write is refused at once and leaves no trace; reading goes on. Concerns the
 * routes that are added after it, and costs those that read nothing.
 */
export function refuseWrites(fastify: FastifyInstance, context: Pick<Context, 'clock'>): void {
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
