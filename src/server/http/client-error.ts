import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { requestError } from './answer-errors.ts'

const STATUS_OF: Record<string, number> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 }

/** Answers what was not even HTTP in the same shape as every other error, and closes. */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return
  const status = STATUS_OF[error.code ?? ''] ?? 400
  const body = JSON.stringify(requestError(status, 'bad_request'))
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ncontent-type: application/json\r\nx-content-type-options: nosniff`
  socket.end(`${head}\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`)
}
