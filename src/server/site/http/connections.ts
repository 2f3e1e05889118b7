import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Context } from '#server/context.ts'

/** Requests that may wait on one connection; browsers and proxies send the next one after the answer. */
const WAITING_MAX = 8

/** What takes longer is logged. */
const SLOW_MS = 1000

type Connection = { waiting: number; open: boolean }

/**
 * Counts the requests being answered, logs the slow ones, and ends connections that send many without waiting for the
 * answers: each of those is held in memory until somebody reads it.
 */
export function watchRequests(server: Server, context: Pick<Context, 'clock' | 'counters' | 'log' | 'traffic'>): void {
  const traffic = context.traffic
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
    context.counters.add('connections_dropped', 'pipelined')
    request.socket.destroy()
  })
}

/** Without what follows the `?`: it is the visitor's. */
function logSlow({ log }: Pick<Context, 'log'>, request: IncomingMessage, response: ServerResponse, ms: number): void {
  const { requestId, method, url = '' } = request
  const path = url.split('?', 1)[0]
  log.warn({ requestId, method, path, status: response.statusCode, ms: Math.round(ms) }, 'slow request')
}

const LOOK_EVERY_MS = 500
const PATIENCE_MS = 3000

/** What has left us so far, and since how many looks no more than that. */
type Progress = { left: number; looks: number }

/**
 * Ends connections whose client does not take what we have for it: nothing of it for three seconds. Node's own timeouts
 * watch only what a client sends; what the kernel has taken for him counts as his. Returns what ends the watching.
 */
export function dropSlowReaders(server: Server, onDrop: () => void = () => {}): () => void {
  const open = new Map<Socket, Progress>()
  server.on('connection', (socket) => {
    open.set(socket, { left: 0, looks: 0 })
    socket.once('close', () => open.delete(socket))
  })
  const look = () => {
    for (const [socket, progress] of open) {
      const waits = socket.writableLength
      // What is written anew adds to both, and is no progress.
      const left = socket.bytesWritten - waits
      if (waits === 0 || left !== progress.left) progress.looks = 0
      else if (++progress.looks * LOOK_EVERY_MS >= PATIENCE_MS) {
        onDrop()
        socket.destroy()
      }
      progress.left = left
    }
  }
  const timer = setInterval(look, LOOK_EVERY_MS).unref()
  return () => clearInterval(timer)
}

/** Without a request for so long, nobody sends any more. */
const QUIET_MS = 250

/** Those who go on sending have had their time to notice. */
const LONGEST_FAREWELL_MS = 3000

/** What is not answered by then will not be: some seconds before a supervisor loses its patience. */
const LONGEST_ANSWER_MS = 5000

/** Asks on every answer to send the next request elsewhere, once the process was told to stop. */
export function closeConnectionsWhileStopping(fastify: FastifyInstance, context: Context): void {
  const traffic = context.traffic
  fastify.addHook('onRequest', (_request, reply, done) => {
    if (traffic.stopping) reply.header('connection', 'close')
    done()
  })
}

/**
 * Ends the site without failing anybody: it says that it stops (see readiness), answers what still comes until that
 * ceases, then takes no more connections, and gives what is being answered some seconds. Resolves when all is answered.
 */
export async function drain(app: FastifyInstance, context: Context): Promise<void> {
  const { clock } = context
  const traffic = context.traffic
  traffic.stopping = true
  const until = clock.monotonic() + LONGEST_FAREWELL_MS
  for (let before = -1; traffic.arrived !== before && clock.monotonic() < until; ) {
    before = traffic.arrived
    await clock.wait(QUIET_MS)
  }
  const answered = new AbortController()
  const giveUp = () => app.server.closeAllConnections()
  clock.wait(LONGEST_ANSWER_MS, answered.signal).then(giveUp, () => {})
  if (app.server.listening) await stopListening(app.server)
  answered.abort()
  await app.close()
}

/**
 * Takes no more connections; resolves when the last of those there are has ended. Whoever the kernel let in while the
 * loop was busy is taken first: closing would cut him off, and a proxy may not send his POST a second time.
 */
export async function stopListening(server: Server): Promise<void> {
  // A turn accepts all that wait; of the turn that is going on nobody knows whether it has done so already.
  await nextTurn()
  await nextTurn()
  await new Promise<void>((resolve) => server.close(() => resolve()))
}
