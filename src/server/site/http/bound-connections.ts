import { readFileSync } from 'node:fs'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
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

/** How many connections may be open at once, with so many files: half of the files at least stay for everything else. */
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
