import type { Query, QueryClient } from '@tanstack/react-query'
import { ApiError, isRetryable, isTimeout } from './api-client.ts'

/** Within this time, a page tries one failed read again by itself, however many have failed. */
const ONE_RETRY_MS = 10_000
const PAUSE_MS = 1000

/**
 * Whether a failed read is tried again. The first one that fails is, once: it finds out for all others whether the server
 * is back (`readAgainWhenBack`). A read that was not answered in time is not: the visitor has waited long enough. Nor is
 * one before the time that the server named.
 */
export function createRetries(): (failures: number, error: Error) => boolean {
  let last = Number.NEGATIVE_INFINITY
  return (failures, error) => {
    const now = Date.now()
    if (failures > 0 || now - last < ONE_RETRY_MS || !isRetryable(error) || isTimeout(error)) return false
    if (retryDelay(failures, error) > ONE_RETRY_MS) return false
    last = now
    return true
  }
}

/** How long to wait before a failed read is tried again, in milliseconds. */
export function retryDelay(_failures: number, error: Error): number {
  return Math.max(PAUSE_MS, error instanceof ApiError ? error.retryAfterSeconds * 1000 : 0)
}

/** As soon as a read succeeds that failed before, what the page shows as failed is read again too, once. */
export function readAgainWhenBack(client: QueryClient): void {
  const failing = new Set<string>()
  let last = Number.NEGATIVE_INFINITY
  client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return
    const { queryHash } = event.query
    if (event.action.type === 'failed' || event.action.type === 'error') failing.add(queryHash)
    if (event.action.type !== 'success' || !failing.delete(queryHash) || Date.now() - last < ONE_RETRY_MS) return
    last = Date.now()
    void client.refetchQueries({ type: 'active', predicate: hasFailedRead })
  })
}

/** A search is no read: it is charged to the visitor. */
function hasFailedRead({ queryKey, state }: Query): boolean {
  return String(queryKey[0]).startsWith('GET ') && state.fetchStatus === 'idle' && isRetryable(state.error)
}
