import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

const REPEATABLE = new Set(['GET', 'HEAD'])

export type RetryingProxy = { url: string; close(): Promise<void> }

/**
 * A proxy in front of several processes of the site. It sends requests to them in turn over persistent connections. A
 * request that could not be sent, or that may be repeated, goes to the next one. It is not told which process stops.
 */
export async function startRetryingProxy(upstreams: string[]): Promise<RetryingProxy> {
  const agent = new Agent({ keepAlive: true, maxSockets: 32 })
  let turn = 0
  const server = createServer(async (asked, answer) => {
    const body = await buffer(asked)
    const first = turn++
    for (let tries = 0; tries < upstreams.length; tries++) {
      const upstream = upstreams[(first + tries) % upstreams.length] ?? ''
      const failed = await forward(agent, upstream, asked, body, answer)
      if (failed === null) return
      if (failed !== 'ECONNREFUSED' && !REPEATABLE.has(asked.method ?? '')) break
    }
    answer.writeHead(502).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
      agent.destroy()
    })
  return { url: `http://127.0.0.1:${port}`, close }
}

/** Null when the request was answered, otherwise the code of the error before the answer. */
function forward(
  agent: Agent,
  upstream: string,
  { method, url, headers }: IncomingMessage,
  body: Buffer,
  answer: ServerResponse,
): Promise<string | null> {
  return new Promise((resolve) => {
    const sent = request(upstream + url, { agent, method, headers: { ...headers, connection: 'keep-alive' } })
    sent.on('error', (error: Error & { code?: string }) => resolve(error.code ?? 'unknown'))
    sent.on('response', (received) => {
      const { connection: _hop, 'transfer-encoding': _coding, ...kept } = received.headers
      answer.writeHead(received.statusCode ?? 502, kept)
      received.pipe(answer)
      answer.once('close', () => resolve(null))
    })
    sent.end(body)
  })
}
