import type { Clock } from '#shared/clock.ts'

/** The longest wait a timer can hold; Node fires longer ones at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

/** The machine's clock. A pending wait does not keep the process alive. */
export const systemClock: Clock = {
  now: () => new Date(),
  monotonic: () => performance.now(),
  // A timer of its own: the one of node:timers/promises makes an error with a stack for each wait that is given up.
  wait(ms, signal) {
    if (signal?.aborted) return Promise.reject(signal.reason)
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        clearTimeout(timer)
        reject(signal?.reason)
      }
      const end = () => {
        signal?.removeEventListener('abort', giveUp)
        resolve()
      }
      const timer = setTimeout(end, Math.min(Math.max(ms, 0), LONGEST_TIMER_MS)).unref()
      signal?.addEventListener('abort', giveUp, { once: true })
    })
  },
}
