import type { FastifyInstance } from 'fastify'
import { chooseEncoding } from './accept-encoding.ts'
import { readyAnswer } from './ready-answer.ts'
import type { SecurityHeaders } from './security-headers.ts'
import { sendReady } from './send-ready.ts'

type Document = { url: string; headers: Record<string, string>; text: string }

/** Serves a text that is made once, in bytes that are ready: with an ETag, compressed when somebody first asks. */
export function serveDocument(fastify: FastifyInstance, document: Document, everyAnswer: SecurityHeaders): void {
  const { url, headers, text } = document
  const fixed = { 'cache-control': 'public, max-age=300', vary: 'Accept-Encoding', ...headers }
  const answer = readyAnswer({ status: 200, headers: fixed, text }, everyAnswer)
  fastify.get(url, async (request, reply) => {
    sendReady(request, reply, answer.status, await answer.encode(chooseEncoding(request.headers['accept-encoding'])))
  })
}
