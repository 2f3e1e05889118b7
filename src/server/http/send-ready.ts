import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Variant } from './ready-answer.ts'

/**
 * Sends bytes that are ready, or 304 to whoever has them. Goes past the framework's own sending, which would spend more
 * on the headers than all the rest costs; its hooks after the answer still run.
 */
export function sendReady(request: FastifyRequest, reply: FastifyReply, status: number, variant: Variant): void {
  const unchanged = status === 200 && knows(request.headers['if-none-match'], variant.etag)
  const head = (unchanged ? variant.headUnchanged : variant.head).slice()
  const added = reply.getHeaders()
  for (const name in added) {
    // Named anew by CORS, it stands in the head already.
    if (name === 'vary') head[head.indexOf('vary') + 1] = String(added[name])
    else head.push(name, String(added[name]))
  }
  reply.hijack()
  reply.raw.writeHead(unchanged ? 304 : status, head)
  reply.raw.end(unchanged ? undefined : variant.body)
}

const WEAK = /^W\//

/** If-None-Match asks for a weak comparison. */
function knows(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  if (header === etag || header === '*') return true
  const content = etag.replace(WEAK, '')
  return header.split(',').some((part) => part.trim().replace(WEAK, '') === content)
}
