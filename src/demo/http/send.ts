import type { ServerResponse } from 'node:http'
import type { Answer } from '../answers/answer.ts'

export function send(response: ServerResponse, answer: Answer): void {
  response.writeHead(answer.status, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': answer.maxAge > 0 ? `max-age=${answer.maxAge}` : 'no-store',
    'content-length': Buffer.byteLength(answer.body),
  })
  response.end(answer.body)
}
