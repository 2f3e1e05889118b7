import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Context } from '#server/context.ts'

/** Unanswered requests allowed on one connection. Browsers and proxies send the next one after the answer. */
const UNANSWERED_MAX = 8

/** Slower answers are logged. */
const SLOW_MS = 1000

type Connection = { unanswered: number; open: boolean }

/**
 * Counts the requests being answered, logs slow answers, and ends connections that send many requests without waiting:
 * their answers would all stay in memory until the client reads them.
 */
export function watchRequests(server: Server, context: Pick<Context, 'clock' | 'counters' | 'log' | 'traffic'>): void {
  const traffic = context.traffic
  const connections = new WeakMap<Socket, Connection>()
  server.on('connection', (socket) => {
    const connection = { unanswered: 0, open: true }
    connections.set(socket, connection)
    socket.once('close', () => {
      connection.open = false
      traffic.inFlight -= connection.unanswered
    })
  })
  server.prependListener('request', (request, response) => {
    const connection = connections.get(request.socket)
    if (connection === undefined) return
    const start = context.clock.monotonic()
    traffic.arrived += 1
    traffic.inFlight += 1
    connection.unanswered += 1
    response.once('close', () => {
      if (connection.open) {
        connection.unanswered -= 1
        traffic.inFlight -= 1
      }
      const ms = context.clock.monotonic() - start
      if (ms > SLOW_MS) logSlow(context, request, response, ms)
    })
    if (connection.unanswered <= UNANSWERED_MAX || request.socket.destroyed) return
    context.counters.add('connections_dropped', 'pipelined')
    request.socket.destroy()
  })
}

/** Logs the path without the query string, which may hold what a visitor typed. */
function logSlow({ log }: Pick<Context, 'log'>, request: IncomingMessage, response: ServerResponse, ms: number): void {
  const { requestId, method, url = '' } = request
  const path = url.split('?', 1)[0]
  log.warn({ requestId, method, path, status: response.statusCode, ms: Math.round(ms) }, 'slow request')
}

const CHECK_EVERY_MS = 500
const NO_PROGRESS_MS = 3000

/** The bytes that left the process, and the number of checks since then without more. */
type Progress = { sent: number; checks: number }

/**
 * Ends connections whose client takes nothing of its answer for three seconds. Node's own timeouts watch only what a
 * client sends. Bytes that the kernel has accepted count as taken. Returns a function that ends the watching.
 */
export function dropSlowReaders(server: Server, onDrop: () => void = () => {}): () => void {
  const open = new Map<Socket, Progress>()
  server.on('connection', (socket) => {
    open.set(socket, { sent: 0, checks: 0 })
    socket.once('close', () => open.delete(socket))
  })
  const check = () => {
    for (const [socket, progress] of open) {
      const queued = socket.writableLength
      // New answers add to both figures, so they do not look like progress.
      const sent = socket.bytesWritten - queued
      if (queued === 0 || sent !== progress.sent) progress.checks = 0
      else if (++progress.checks * CHECK_EVERY_MS >= NO_PROGRESS_MS) {
        onDrop()
        socket.destroy()
      }
      progress.sent = sent
    }
  }
  const timer = setInterval(check, CHECK_EVERY_MS).unref()
  return () => clearInterval(timer)
}

/** While the process stops, each answer asks the client to close the connection and to send the next request elsewhere. */
export function closeConnectionsWhileStopping(fastify: FastifyInstance, context: Context): void {
  const traffic = context.traffic
  fastify.addHook('onRequest', (_request, reply, done) => {
    if (traffic.stopping) reply.header('connection', 'close')
    done()
  })
}

/** After so long without a request, no client expects an answer from this process. */
const QUIET_MS = 250

/** New requests are answered for so long at most. Clients that still send have had time to notice. */
const ACCEPT_MS = 3000

/** Answers that are not ready by then are given up, a few seconds before a supervisor kills the process. */
const FINISH_MS = 5000

/**
 * Shuts the site down gracefully: announces it (see readiness), answers new requests until none arrive, stops listening,
 * and gives the answers under way a few seconds. Resolves when all connections are closed.
 */
export async function drain(app: FastifyInstance, context: Context): Promise<void> {
  const { clock, traffic } = context
  traffic.stopping = true
  const until = clock.monotonic() + ACCEPT_MS
  for (let before = -1; traffic.arrived !== before && clock.monotonic() < until; ) {
    before = traffic.arrived
    await clock.wait(QUIET_MS)
  }
  const finished = new AbortController()
  const giveUp = () => app.server.closeAllConnections()
  clock.wait(FINISH_MS, finished.signal).then(giveUp, () => {})
  if (app.server.listening) await stopListening(app.server)
  finished.abort()
  await app.close()
}

/**
 * Takes no more connections. Resolves when the last open one has ended. Connections that the kernel accepted while the
 * event loop was busy are taken first: a close would cut them off, and a proxy may not repeat a POST.
 */
export async function stopListening(server: Server): Promise<void> {
  // One turn of the loop accepts all that wait. The present turn may have passed that point, so this waits for two.
  await nextTurn()
  await nextTurn()
  await new Promise<void>((resolve) => server.close(() => resolve()))
}
