import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Context } from '../context.ts'
import { countsOf } from '../counts.ts'
import { trafficOf } from './traffic.ts'

/** Requests that may wait on one connection; browsers and proxies send the next one after the answer. */
const WAITING_MAX = 8

/** What takes longer is logged. */
const SLOW_MS = 1000

type Connection = { waiting: number; open: boolean }

/**
 * Counts the requests being answered, logs the slow ones, and ends connections that send many without waiting for the
 * answers: each of those is held in memory until somebody reads it.
 */
export function watchRequests(server: Server, context: Pick<Context, 'clock' | 'log'>): void {
  const traffic = trafficOf(context)
  const connections = new WeakMap<Socket, Connection>()
  server.on('connection', (socket) => {
    const connection = { waiting: 0, open: true }
    connections.set(socket, connection)
    socket.once('close', () => {
      connection.open = false
      traffic.inFlight -= connection.waiting
    })
  })
  server.prependListener('request', (request, response) => {
    const connection = connections.get(request.socket)
    if (connection === undefined) return
    const start = context.clock.monotonic()
    traffic.arrived += 1
    traffic.inFlight += 1
    connection.waiting += 1
    response.once('close', () => {
      if (connection.open) {
        connection.waiting -= 1
        traffic.inFlight -= 1
      }
      const ms = context.clock.monotonic() - start
      if (ms > SLOW_MS) logSlow(context, request, response, ms)
    })
    if (connection.waiting <= WAITING_MAX || request.socket.destroyed) return
    countsOf(context).add('connections_dropped', 'pipelined')
    request.socket.destroy()
  })
}

/** Without what follows the `?`: it is the visitor's. */
function logSlow({ log }: Pick<Context, 'log'>, request: IncomingMessage, response: ServerResponse, ms: number): void {
  const { requestId, method, url = '' } = request
  const path = url.split('?', 1)[0]
  log.warn({ requestId, method, path, status: response.statusCode, ms: Math.round(ms) }, 'slow request')
}
