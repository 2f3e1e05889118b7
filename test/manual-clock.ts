import type { Clock } from '#server/kernel/clock.ts'

type Waiter = { due: number; wake: () => void }

export type ManualClock = Clock & {
  /** Moves time on by `ms`; waits that fall due resolve in order, each seeing its own moment. */
  advance(ms: number): Promise<void>
  /** Moves time on in small steps while anybody waits for it, letting sockets work, until the promise has settled. */
  drive<T>(promise: Promise<T>, stepMs?: number): Promise<T>
  /** How many waits are pending. */
  waiting(): number
}

/** One turn of the event loop: pending input and output of this process gets done. */
function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

/** Time for what works outside of this thread: the store, a server. */
function moment(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 1))
}

function enqueue(waiters: Waiter[], due: number, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted) return Promise.reject(signal.reason)
  return new Promise((resolve, reject) => {
    const giveUp = () => {
      waiters.splice(waiters.indexOf(waiter), 1)
      reject(signal?.reason)
    }
    const wake = () => {
      signal?.removeEventListener('abort', giveUp)
      resolve()
    }
    const waiter = { due, wake }
    signal?.addEventListener('abort', giveUp, { once: true })
    waiters.push(waiter)
  })
}

/** A clock that stands still until the test moves it. */
export function manualClock(start = new Date('2026-06-01T00:00:00Z')): ManualClock {
  const waiters: Waiter[] = []
  let elapsed = 0

  async function advance(ms: number): Promise<void> {
    const target = elapsed + ms
    for (;;) {
      const next = waiters.filter((waiter) => waiter.due <= target).sort((a, b) => a.due - b.due)[0]
      if (!next) break
      elapsed = Math.max(elapsed, next.due)
      waiters.splice(waiters.indexOf(next), 1)
      next.wake()
      await turn()
    }
    elapsed = target
    await turn()
  }

  async function drive<T>(promise: Promise<T>, stepMs = 20): Promise<T> {
    const state = { settled: false }
    const settle = () => {
      state.settled = true
    }
    promise.then(settle, settle)
    while (!state.settled) await (waiters.length > 0 ? advance(stepMs) : moment())
    return promise
  }

  return {
    now: () => new Date(start.getTime() + elapsed),
    monotonic: () => elapsed,
    wait: (ms, signal) => enqueue(waiters, elapsed + Math.max(ms, 0), signal),
    advance,
    drive,
    waiting: () => waiters.length,
  }
}
