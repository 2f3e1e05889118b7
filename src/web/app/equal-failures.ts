import type { ApiError } from './api-client.ts'
import { createListeners } from './storage.ts'

/**
 * Equal failures in a row that stop a call, and the pause after which it is made again, if the visitor does nothing
 * before.
 */
const EQUAL_FAILURES_MAX = 5
const STOPPED_MS = 30_000

type Failures = { count: number; last: ApiError; at: number }

/** The failures in a row of each call, by its method and path. */
const failures = new Map<string, Failures>()
const { subscribe, notify } = createListeners()

/** Whether calls are stopped, for the line that says so. */
export const stoppedCalls = {
  subscribe,
  read: () => [...failures.values()].some(({ count }) => count >= EQUAL_FAILURES_MAX),
}

/** The failure that stops this call for now; null when it may be made. */
export function stoppedBy(request: string): ApiError | null {
  const known = failures.get(request)
  const isStopped = known && known.count >= EQUAL_FAILURES_MAX && Date.now() - known.at < STOPPED_MS
  return isStopped ? known.last : null
}

/** Notes how a call ended: with a failure, or null after an answer. */
export function noteEnd(request: string, failure: ApiError | null): void {
  const known = failures.get(request)
  if (failure === null) failures.delete(request)
  else {
    const count = known?.last.status === failure.status ? known.count + 1 : 1
    failures.set(request, { count, last: failure, at: Date.now() })
  }
  if ((known?.count ?? 0) >= EQUAL_FAILURES_MAX - 1) notify()
}

/** The visitor does something: every call may be made again. */
export function forgetFailures(): void {
  if (failures.size === 0) return
  failures.clear()
  notify()
}
