/** The longest wait that a timer of Node takes. It ends longer ones at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

/** The machine's clock. A pending wait does not keep the process alive. */
export const systemClock: Clock = {
  now: () => new Date(),
  monotonic: () => performance.now(),
  // The timer of node:timers/promises makes an error with a stack for each aborted wait, so this is another one.
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

/** The only source of time. It is an argument everywhere, so that tests move it instead of waiting. */
export type Clock = {
  /** The wall clock, for what is stored and shown. It may jump. */
  now(): Date
  /** Resolves after `ms` milliseconds; rejects with the signal's reason when that is aborted first. */
  wait(ms: number, signal?: AbortSignal): Promise<void>
  /** Milliseconds since an arbitrary moment, for durations. It never goes back. */
  monotonic(): number
}
