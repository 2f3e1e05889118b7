import type { QueryClient } from '@tanstack/react-query'
import { type CallArguments, call, isRetryable } from './api-client.ts'

/** Entries that the log keeps (docs/decisions/0019-call-conventions.md). */
const CLIENT_LOG_MAX = 1000

export type LogEntry = Exclude<CallArguments<'POST /api/debug/log'>[0]['body'], { entries: unknown }>
export type LogLevel = LogEntry['level']

type Needs = {
  /** Hands a batch to the server. */
  send: (entries: LogEntry[]) => Promise<unknown>
  /** Calls back after some milliseconds. */
  later: (act: () => void, ms: number) => void
  now: () => Date
}

type ClientLog = {
  /** Notes an entry; warnings and errors are also sent, a few at a time. Never throws. */
  write: (level: LogLevel, component: string, message: string, data?: unknown) => void
  /** The last 1000 entries, the oldest first. */
  entries: () => LogEntry[]
}

/** Entries of one batch, the pause between batches, and the longer one after the server did not take one. */
export const BATCH = 10
export const PAUSE_MS = 5000
export const REST_MS = 60_000
/** More than this do not wait: a page that fails in a loop must not flood anybody. */
export const WAITING_MAX = 50

const SENT = new Set<LogLevel>(['warn', 'error'])

/** The log of one page: a ring buffer, of which warnings and errors go to the server in batches. */
export function createClientLog({ send, later, now }: Needs): ClientLog {
  const buffer = createRingBuffer<LogEntry>(CLIENT_LOG_MAX)
  const waiting: LogEntry[] = []
  let planned = false
  let pause = PAUSE_MS
  const plan = () => {
    if (planned || waiting.length === 0) return
    planned = true
    later(() => void sendBatch(), pause)
  }
  /** Its own failures are not noted: they would be sent, and fail, for ever. */
  const sendBatch = async () => {
    const taken = await send(waiting.splice(0, BATCH)).then(yes, no)
    planned = false
    pause = taken ? PAUSE_MS : REST_MS
    if (!taken) waiting.length = 0
    plan()
  }
  return {
    write: (level, component, message, data) => {
      const entry = newEntry(now(), level, component, message, data)
      buffer.add(entry)
      if (!SENT.has(level) || waiting.length >= WAITING_MAX || waiting.some((each) => isSame(each, entry))) return
      waiting.push(entry)
      plan()
    },
    entries: buffer.items,
  }
}

const yes = () => true
const no = () => false

/** Bounded as the server wants it. */
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

export type RingBuffer<Item> = { add: (item: Item) => void; items: () => Item[] }

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

/** The log of this page. */
export const pageLog = createClientLog({
  send: (entries) => call('POST /api/debug/log', { body: { entries } }),
  later: (act, ms) => void setTimeout(act, ms),
  now: () => new Date(),
})

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
    if (event.type !== 'updated' || event.action.type !== 'error' || !isRetryable(event.action.error)) return
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
