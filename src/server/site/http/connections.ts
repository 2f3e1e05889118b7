import { readFileSync } from 'node:fs'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { type Socket, Server as TcpServer } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Context } from '#server/context.ts'
import { networkOf } from '#server/kernel/limits.ts'

const FILES_GUESSED = 1024

/** The most files that the process may have open, as Linux tells it; a low guess elsewhere. */
function fileLimit(): number {
  try {
    const soft = /^Max open files +(\S+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]
    return soft === 'unlimited' ? Number.POSITIVE_INFINITY : Number(soft ?? FILES_GUESSED)
  } catch {
    return FILES_GUESSED
  }
}

/** Files that the store, the game's API, the log and the code need. PGlite alone has several hundred open. */
const FILES_RESERVED = 1024
const CONNECTIONS_MAX = 20_000

/** How many connections may be open at once, by the limit of open files: half of these at least stay for all else. */
export function connectionsMax(files = fileLimit()): number {
  return Math.max(1, Math.min(CONNECTIONS_MAX, Math.floor(Math.max(files - FILES_RESERVED, files / 2))))
}

/** The share of all connections that one network may have, and the share from which on idle ones are closed. */
const NETWORK_SHARE = 1 / 8
const NETWORK_LEAST = 16
const CROWDED_SHARE = 3 / 4

type Bounds = {
  max: number
  /** Whether proxies stand before the site: then everybody comes from one network, and they bound what one visitor has. */
  behindProxies: boolean
  onDrop(reason: 'network' | 'crowded'): void
}

/**
 * Bounds the open connections: a network has an eighth of them at most, and in a crowd the connection that was idle for
 * longest makes room for a new one. Beyond `max` Node closes new ones at once.
 */
export function boundConnections(server: Server, { max, behindProxies, onDrop }: Bounds): void {
  server.maxConnections = max
  const perNetwork = Math.max(NETWORK_LEAST, Math.floor(max * NETWORK_SHARE))
  const counts = new Map<string, number>()
  // In the order in which they became idle.
  const idle = new Set<Socket>()
  let open = 0
  server.prependListener('connection', (socket: Socket) => {
    const network = networkOf(socket.remoteAddress ?? '')
    const count = (counts.get(network) ?? 0) + 1
    counts.set(network, count)
    open += 1
    idle.add(socket)
    socket.once('close', () => {
      open -= 1
      idle.delete(socket)
      const left = (counts.get(network) ?? 1) - 1
      if (left === 0) counts.delete(network)
      else counts.set(network, left)
    })
    if (count > perNetwork && !behindProxies) drop(socket, 'network')
    else if (open > max * CROWDED_SHARE) dropIdle(socket)
  })
  server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    idle.delete(socket)
    // `on` costs less than `once`, and an answer closes once.
    response.on('close', () => {
      if (!socket.destroyed) idle.add(socket)
    })
  })

  function dropIdle(newest: Socket): void {
    const [longest] = idle
    if (longest !== undefined && longest !== newest) drop(longest, 'crowded')
  }

  function drop(socket: Socket, reason: 'network' | 'crowded'): void {
    idle.delete(socket)
    onDrop(reason)
    socket.destroy()
  }
}

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

/** Time without a request after which no client expects an answer from this process. */
const QUIET_MS = 250

/** The longest time for which new connections are taken. Whoever watches readiness has had time to notice. */
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

/** Turns after which a process that always has something to do stops listening. */
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
