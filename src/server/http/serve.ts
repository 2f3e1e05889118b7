import type { FastifyInstance, FastifyRequest, RouteShorthandOptions } from 'fastify'
import type { AnyEndpoint, Input, Output } from '#shared/contract/endpoint.ts'
import { AppError } from './app-error.ts'
import { parseInput } from './parse-input.ts'
import type { IdentifyVisitor, Visitor } from './visitor.ts'

/** The HTTP side of the app while its calls are being registered. */
export type Server = { fastify: FastifyInstance; identify: IdentifyVisitor; served: Set<string> }

/** What a handler gets: the parsed input, who asks, and from which address. */
export type Call<E> = Input<E> & { visitor: Visitor; address: string; signal: AbortSignal }

type Handler<E> = (call: Call<E>) => Promise<Output<E>> | Output<E>

/** Registers a call: parses its input, lets in whom its access allows, and answers what the handler gives. */
export function serve<E extends AnyEndpoint>(
  server: Server,
  endpoint: E,
  handler: Handler<E>,
  options: RouteShorthandOptions = {},
): void {
  server.served.add(`${endpoint.method} ${endpoint.path}`)
  server.fastify.route({
    ...options,
    method: endpoint.method,
    url: endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    handler: async (request) => {
      const input = parseInput(endpoint, request)
      const visitor = await admit(server, endpoint, request)
      return handler({ ...input, visitor, address: request.ip, signal: request.signal } as Call<E>)
    },
  })
}

const NOBODY: Visitor = { kind: 'nobody' }

async function admit(server: Server, endpoint: AnyEndpoint, request: FastifyRequest): Promise<Visitor> {
  // Public answers are the same for everybody: asking the store who is there would only cost.
  if (endpoint.access === 'public') return NOBODY
  const guestSession = request.headers['x-guest-session']
  const visitor = await server.identify({
    authorization: request.headers.authorization,
    guestSession: typeof guestSession === 'string' ? guestSession : undefined,
  })
  if (endpoint.access === 'user' && visitor.kind !== 'user') {
    throw new AppError('unauthorized', 'Please log in', { code: 'login_required' })
  }
  return visitor
}
