import type { QueryClient } from '@tanstack/react-query'
import { MINUTE_MS } from '#shared/days.ts'
import { type CallArguments, call, isRetryable } from './api-client.ts'

type LogEntry = Exclude<CallArguments<'POST /api/debug/log'>[0]['body'], { entries: unknown }>
type LogLevel = LogEntry['level']

type LogNeeds = {
  /** Sends a batch to the server; rejects when the server did not take it. */
  send: (entries: LogEntry[]) => Promise<unknown>
  /** Runs a function after some milliseconds. */
  later: (run: () => void, ms: number) => void
  now: () => Date
}

type ClientLog = {
  /** Adds an entry. Warnings and errors are also sent to the server, in batches. Never throws. */
  write: (level: LogLevel, component: string, message: string, data?: unknown) => void
  /** The last entries, the oldest first. */
  entries: () => LogEntry[]
}

/** Entries that the log keeps (docs/decisions/0019-call-conventions.md). */
const ENTRIES_MAX = 1000

/** Entries of one batch, the pause before a batch, and the longer pause after the server did not take one. */
export const BATCH = 10
export const PAUSE_MS = 5000
export const PAUSE_AFTER_FAILURE_MS = MINUTE_MS

/** Entries that may wait to be sent. A page that fails in a loop drops the others. */
export const WAITING_MAX = 50

const SENT_LEVELS = new Set<LogLevel>(['warn', 'error'])

/** The log of one page: keeps the last entries, and sends warnings and errors to the server in batches. */
export function createClientLog({ send, later, now }: LogNeeds): ClientLog {
  const buffer = createRingBuffer<LogEntry>(ENTRIES_MAX)
  const waiting: LogEntry[] = []
  let planned = false
  let pause = PAUSE_MS
  const plan = () => {
    if (planned || waiting.length === 0) return
    planned = true
    later(() => void sendBatch(), pause)
  }
  // A failure to send is not logged: it would be sent as well, and fail again, without an end.
  const sendBatch = async () => {
    const taken = await send(waiting.splice(0, BATCH)).then(
      () => true,
      () => false,
    )
    planned = false
    pause = taken ? PAUSE_MS : PAUSE_AFTER_FAILURE_MS
    if (!taken) waiting.length = 0
    plan()
  }
  return {
    write: (level, component, message, data) => {
      const entry = newEntry(now(), level, component, message, data)
      buffer.add(entry)
      const isWaiting = waiting.some((each) => isSame(each, entry))
      if (!SENT_LEVELS.has(level) || waiting.length >= WAITING_MAX || isWaiting) return
      waiting.push(entry)
      plan()
    },
    entries: buffer.items,
  }
}

/** Cut to the lengths that the server takes. */
function newEntry(time: Date, level: LogLevel, component: string, message: string, data: unknown): LogEntry {
  return {
    level,
    component: component.slice(0, 64),
    message: message.slice(0, 2000),
    ...(data === undefined ? {} : { data }),
    timestamp: time.toISOString(),
  }
}

function isSame(one: LogEntry, other: LogEntry): boolean {
  return one.component === other.component && one.message === other.message
}

type RingBuffer<Item> = { add: (item: Item) => void; items: () => Item[] }

/** Keeps the last `size` items, the oldest first. */
export function createRingBuffer<Item>(size: number): RingBuffer<Item> {
  const kept: Item[] = []
  let oldest = 0
  return {
    add: (item) => {
      if (kept.length < size) kept.push(item)
      else {
        kept[oldest] = item
        oldest = (oldest + 1) % size
      }
    },
    items: () => [...kept.slice(oldest), ...kept.slice(0, oldest)],
  }
}

export const pageLog = createClientLog({
  send: (entries) => call('POST /api/debug/log', { body: { entries } }),
  later: (run, ms) => void setTimeout(run, ms),
  now: () => new Date(),
})

/** Logs errors that nobody caught, rejected promises, and reads that failed although they may succeed later. */
export function logFailures(log: ClientLog, page: Pick<Window, 'addEventListener'>, queries: QueryClient): void {
  page.addEventListener('error', ({ error, message, filename, lineno }) => {
    log.write('error', 'page', messageOf(error ?? message), { at: `${filename}:${lineno}`, stack: stackOf(error) })
  })
  page.addEventListener('unhandledrejection', ({ reason }) => {
    log.write('error', 'promise', messageOf(reason), { stack: stackOf(reason) })
  })
  queries.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'error' || !isRetryable(event.action.error)) return
    log.write('warn', 'call', `${String(event.query.queryKey[0])}: ${event.action.error.message}`)
  })
}

/** Logs what React says of a page that it could not render. */
export function logRenderError(log: ClientLog, error: unknown, componentStack: string | null | undefined): void {
  log.write('error', 'render', messageOf(error), { stack: stackOf(error), parts: componentStack?.slice(0, STACK_MAX) })
}

const STACK_MAX = 2000

function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown)
}

function stackOf(thrown: unknown): string | undefined {
  return thrown instanceof Error ? thrown.stack?.slice(0, STACK_MAX) : undefined
}
