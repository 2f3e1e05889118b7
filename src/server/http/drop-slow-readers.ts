import type { Server } from 'node:http'
import type { Socket } from 'node:net'

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
