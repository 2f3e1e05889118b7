import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '#shared/clock.ts'

/** The longest wait a timer can hold; Node fires longer ones at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

/** The machine's clock. A pending wait does not keep the process alive. */
export const systemClock: Clock = {
  now: () => new Date(),
  monotonic: () => performance.now(),
  async wait(ms, signal) {
    signal?.throwIfAborted()
    const bounded = Math.min(Math.max(ms, 0), LONGEST_TIMER_MS)
    await sleep(bounded, undefined, signal ? { ref: false, signal } : { ref: false }).catch((error) => {
      throw signal?.reason ?? error
    })
  },
}
