import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { requestError } from './answer-errors.ts'
import type { SecurityHeaders } from './security-headers.ts'

const STATUS_OF: Record<string, number> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 }

/** Answers what was not even HTTP in the same shape as every other error, and closes. */
export function createClientErrorHandler(headers: SecurityHeaders): (error: Error, socket: Socket) => void {
  const fixed = Object.entries({ ...headers, 'cache-control': 'no-store', 'content-type': 'application/json' })
  const head = fixed.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  return (error: Error & { code?: string }, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return
    const status = STATUS_OF[error.code ?? ''] ?? 400
    const body = JSON.stringify(requestError(status))
    const size = `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n`
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head}${size}\r\n${body}`)
    // Whoever sends no more than half a request may not read the answer either.
    socket.destroySoon()
  }
}
