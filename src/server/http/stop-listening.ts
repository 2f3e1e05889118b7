import type { Server } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'

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
