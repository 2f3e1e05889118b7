import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { type Socket, Server as TcpServer } from 'node:net'
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
    // `on` costs less than `once`, and an answer closes once.
    response.on('close', () => {
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

/** Logs a slow answer by the template of its address, which holds nothing that a visitor sent: no id and no text. */
function logSlow({ log }: Pick<Context, 'log'>, request: IncomingMessage, response: ServerResponse, ms: number): void {
  const { requestId, method, route } = request
  log.warn({ requestId, method, route, status: response.statusCode, ms: Math.round(ms) }, 'slow request')
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

/**
 * Once the process takes no more connections, each answer asks the client to close its connection and to send the next
 * request elsewhere. Before that, connections are kept: each new one could arrive just when the port closes.
 */
export function closeConnectionsWhileStopping(fastify: FastifyInstance, context: Context): void {
  const traffic = context.traffic
  fastify.addHook('onRequest', (_request, reply, done) => {
    if (traffic.stopping && !fastify.server.listening) reply.header('connection', 'close')
    done()
  })
}

/** After so long without a request, no client expects an answer from this process. */
const QUIET_MS = 250

/** New connections are taken for so long at most. Whoever watches readiness has had time to notice. */
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
  if (app.server.listening) {
    const { ended } = await stopListening(app.server)
    await endConnections(app.server, context, ended)
  }
  await app.close()
}

/**
 * Takes no more connections; the open ones stay, idle ones too. Answers what resolves when the last one has ended. Those
 * that the kernel accepted while the event loop was busy are taken first: a close would cut them off, and a proxy may not
 * repeat a POST.
 */
export async function stopListening(server: Server): Promise<{ ended: Promise<void> }> {
  let accepted = 0
  const count = () => {
    accepted += 1
  }
  server.on('connection', count)
  // Each turn of the loop takes one connection. While a turn took long, another one may have come.
  for (let rounds = 0; rounds < ROUNDS_MAX; rounds += 1) {
    const before = accepted
    const start = performance.now()
    await nextTurn()
    await nextTurn()
    if (accepted === before && performance.now() - start < IDLE_TURNS_MS) break
  }
  server.off('connection', count)
  // The close of an HTTP server would cut off idle connections, on which a request may be under way.
  return { ended: new Promise((resolve) => TcpServer.prototype.close.call(server, () => resolve())) }
}

/** Two turns of the event loop with nothing to do take less. */
const IDLE_TURNS_MS = 2

/** A process that always has something to do stops listening after so many turns. */
const ROUNDS_MAX = 100

/**
 * Waits until all connections have ended. Each ends with its next answer, or when no request has come for a while on any
 * of them; after five seconds it is cut off.
 */
async function endConnections(server: Server, { clock, traffic }: Context, ended: Promise<void>): Promise<void> {
  const done = new AbortController()
  void ended.then(() => done.abort())
  const until = clock.monotonic() + FINISH_MS
  while (!done.signal.aborted) {
    const { arrived, inFlight } = traffic
    await clock.wait(QUIET_MS, done.signal).catch(() => {})
    // Reads what has arrived while the event loop was busy.
    await nextTurn()
    if (clock.monotonic() >= until) server.closeAllConnections()
    else if (inFlight === 0 && traffic.arrived === arrived) server.closeIdleConnections()
  }
}
