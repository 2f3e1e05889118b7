import type { Server } from 'node:http'
import type { Socket } from 'node:net'

const LOOK_EVERY_MS = 500

/**
 * Ends connections whose client does not take what we have for it: nothing of it for `patienceMs`. Node's own timeouts
 * watch only what a client sends. Returns what ends the watching.
 */
export function dropSlowReaders(server: Server, patienceMs = 4000): () => void {
  const waiting = new Map<Socket, { left: number; looks: number }>()
  const open = new Set<Socket>()
  server.on('connection', (socket) => {
    open.add(socket)
    socket.once('close', () => {
      open.delete(socket)
      waiting.delete(socket)
    })
  })
  const look = () => {
    for (const socket of open) {
      const left = socket.writableLength
      const before = waiting.get(socket)
      if (left === 0) waiting.delete(socket)
      else if (before?.left !== left) waiting.set(socket, { left, looks: 0 })
      else if (++before.looks * LOOK_EVERY_MS >= patienceMs) socket.destroy()
    }
  }
  const timer = setInterval(look, LOOK_EVERY_MS).unref()
  return () => clearInterval(timer)
}
