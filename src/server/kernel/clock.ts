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

/** The only source of time: handed in as an argument, so that tests move it and nothing sleeps. */
export type Clock = {
  /** The wall clock. It may jump; use it for what is stored and shown. */
  now(): Date
  /** Resolves after `ms` milliseconds; rejects with the signal's reason when that is aborted first. */
  wait(ms: number, signal?: AbortSignal): Promise<void>
  /** Milliseconds since an arbitrary moment; never goes back. Use it for durations. */
  monotonic(): number
}
