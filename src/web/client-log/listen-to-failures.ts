import type { QueryClient } from '@tanstack/react-query'
import { isPassing } from '../api/api-error.ts'
import type { ClientLog } from './client-log.ts'

type Source = Pick<Window, 'addEventListener'>

/** Notes what nobody caught: thrown errors, rejected promises, and calls that the server failed. */
export function listenToFailures(log: ClientLog, page: Source, queries: QueryClient): void {
  page.addEventListener('error', ({ error, message, filename, lineno }) => {
    log.write('error', 'page', messageOf(error ?? message), { at: `${filename}:${lineno}`, stack: stackOf(error) })
  })
  page.addEventListener('unhandledrejection', ({ reason }) => {
    log.write('error', 'promise', messageOf(reason), { stack: stackOf(reason) })
  })
  queries.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'error' || !isPassing(event.action.error)) return
    log.write('warn', 'call', `${String(event.query.queryKey[0])}: ${event.action.error.message}`)
  })
}

/** What React tells of a page that failed to render. */
export function noteRenderError(log: ClientLog, error: unknown, parts: string | null | undefined): void {
  log.write('error', 'render', messageOf(error), { stack: stackOf(error), parts: parts?.slice(0, STACK_MAX) })
}

const STACK_MAX = 2000

function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown)
}

function stackOf(thrown: unknown): string | undefined {
  return thrown instanceof Error ? thrown.stack?.slice(0, STACK_MAX) : undefined
}
