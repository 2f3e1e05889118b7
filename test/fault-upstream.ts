import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Handler = (request: IncomingMessage, response: ServerResponse) => void

/** An HTTP server on this machine that answers as the test says and remembers the requests. */
export type FaultUpstream = {
  baseUrl: string
  /** Paths asked for, in order. */
  paths: string[]
  requests: IncomingMessage[]
  /** Sets how requests are answered from now on. */
  answer: (handler: Handler) => void
  /** Resolves once `count` requests have come in. */
  arrived: (count: number) => Promise<void>
  close: () => Promise<void>
}

/** A handler that answers with a body as JSON, or with a text unchanged. */
export function reply(status: number, body: unknown, headers: Record<string, string> = {}): Handler {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text)
  }
}

/** Opens the server. It answers 404 until `answer` is called. */
export async function openFaultUpstream(): Promise<FaultUpstream> {
  const requests: IncomingMessage[] = []
  const paths: string[] = []
  let handler: Handler = reply(404, { reason: 'notFound' })
  let wake = () => {}
  const server = createServer((request, response) => {
    requests.push(request)
    paths.push(request.url ?? '')
    wake()
    handler(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    paths,
    requests,
    answer(next) {
      handler = next
    },
    async arrived(count) {
      while (requests.length < count) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
