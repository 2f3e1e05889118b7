import { AppError } from './app-error.ts'

/** Work of one sort that goes on at the same time. */
export type Workload = {
  /** Does the work, or refuses it at once with 503 when as much as is allowed goes on already. */
  run<T>(work: () => Promise<T> | T): Promise<T>
}

const NO_LIMIT = { isShed: () => false, onShed: () => {} }

/**
 * Bounds how much goes on at once. Beyond it, and while load is shed, a request is refused within microseconds instead
 * of waiting for a store that is busy with those before it; ready answers never come here.
 */
export function createWorkload(atOnce: number, { isShed, onShed } = NO_LIMIT): Workload {
  let going = 0
  return {
    async run(work) {
      if (going >= atOnce || isShed()) {
        onShed()
        throw new AppError('unavailable', 'Delphin is very busy. Please try again in a moment.', {
          code: 'busy',
          retryAfterSeconds: 1,
        })
      }
      going += 1
      try {
        return await work()
      } finally {
        going -= 1
      }
    },
  }
}
