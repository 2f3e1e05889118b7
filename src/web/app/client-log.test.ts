import { QueryClient } from '@tanstack/react-query'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ApiError } from './api-client.ts'
import {
  BATCH,
  createClientLog,
  createRingBuffer,
  logFailures,
  logRenderError,
  PAUSE_AFTER_FAILURE_MS,
  PAUSE_MS,
  WAITING_MAX,
} from './client-log.ts'

type Sent = Parameters<Parameters<typeof createClientLog>[0]['send']>[0]

/** A log whose server and timers the test controls. */
function openLog({ takes = true }: { takes?: boolean } = {}) {
  const sent: Sent = []
  const timers: { run: () => void; ms: number }[] = []
  const log = createClientLog({
    send: async (entries) => {
      sent.push(...entries)
      if (!takes) throw new Error('no answer')
    },
    later: (run, ms) => void timers.push({ run, ms }),
    now: () => new Date('2026-11-21T09:00:00Z'),
  })
  /** Runs the next timer; gives how long it waited. */
  const runTimer = async () => {
    const next = timers.shift()
    next?.run()
    for (let step = 0; step < 10; step++) await Promise.resolve()
    return next?.ms
  }
  return { log, sent, timers, runTimer }
}

/** A page and its cache of answers, whose failures are logged. */
function openPage() {
  const { log } = openLog()
  const page = new EventTarget()
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  logFailures(log, page as Window, queries)
  const logged = () => log.entries().map(({ component, message }) => `${component}: ${message}`)
  return { page, queries, logged }
}

test('the log sends warnings and errors, and keeps other entries to itself', async () => {
  const { log, sent, runTimer } = openLog()
  log.write('info', 'search', 'began')
  log.write('warn', 'search', 'slow', { ms: 900 })
  log.write('error', 'page', 'broke')
  expect(await runTimer()).toBe(PAUSE_MS)
  expect(sent.map(({ message }) => message)).toEqual(['slow', 'broke'])
  expect(sent[0]).toEqual({
    level: 'warn',
    component: 'search',
    message: 'slow',
    data: { ms: 900 },
    timestamp: '2026-11-21T09:00:00.000Z',
  })
  expect(log.entries().map(({ level }) => level)).toEqual(['info', 'warn', 'error'])
})

test('the log of a page that fails in a loop sends batches, and drops what exceeds the queue', async () => {
  const { log, sent, timers, runTimer } = openLog()
  for (let count = 0; count < 2000; count++) log.write('error', 'loop', `failure ${count}`)
  expect(timers).toHaveLength(1)
  await runTimer()
  expect([sent.length, timers.length]).toEqual([BATCH, 1])
  while (timers.length > 0) await runTimer()
  expect(sent).toHaveLength(WAITING_MAX)
  expect(log.entries()).toHaveLength(1000)
})

test('the log does not send an entry twice that is waiting already', async () => {
  const { log, sent, runTimer } = openLog()
  for (let count = 0; count < 20; count++) log.write('error', 'loop', 'the same')
  await runTimer()
  expect(sent).toHaveLength(1)
})

test('the log waits longer after the server did not take a batch, and does not log that', async () => {
  const { log, sent, timers, runTimer } = openLog({ takes: false })
  for (let count = 0; count < BATCH + 5; count++) log.write('error', 'page', `failure ${count}`)
  await runTimer()
  expect([sent.length, timers.length, log.entries().length]).toEqual([BATCH, 0, BATCH + 5])
  log.write('error', 'page', 'later')
  expect(await runTimer()).toBe(PAUSE_AFTER_FAILURE_MS)
  expect(sent.slice(BATCH).map(({ message }) => message)).toEqual(['later'])
})

test('the log cuts what is longer than the server takes', () => {
  const { log } = openLog()
  log.write('error', 'c'.repeat(100), 'm'.repeat(5000))
  const [entry] = log.entries()
  expect([entry?.component.length, entry?.message.length]).toEqual([64, 2000])
})

test('a ring buffer keeps the last items in their order', () => {
  fc.assert(
    fc.property(fc.array(fc.integer()), fc.integer({ min: 1, max: 12 }), (added, size) => {
      const buffer = createRingBuffer<number>(size)
      for (const item of added) buffer.add(item)
      expect(buffer.items()).toEqual(added.slice(-size))
    }),
  )
})

test('the log has thrown errors and rejected promises that nobody caught', () => {
  const { page, logged } = openPage()
  page.dispatchEvent(Object.assign(new Event('error'), { error: new Error('broke'), filename: 'a.js', lineno: 3 }))
  page.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: 'forgotten' }))
  expect(logged()).toEqual(['page: broke', 'promise: forgotten'])
})

test('the log has a page that failed to render, with its components', () => {
  const { log } = openLog()
  logRenderError(log, new Error('no such member'), 'at MemberTable')
  expect(log.entries()[0]).toMatchObject({ level: 'error', component: 'render', data: { parts: 'at MemberTable' } })
})

test('the log has a read that the server failed, and not one that it refused', async () => {
  const { queries, logged } = openPage()
  const read = (status: number) =>
    queries
      .fetchQuery({
        queryKey: ['GET /api/status', status],
        queryFn: () => {
          throw new ApiError(`status ${status}`, { kind: 'answer', status, code: 'x' })
        },
      })
      .catch(() => undefined)
  await read(404)
  await read(503)
  expect(logged()).toEqual(['call: GET /api/status: status 503'])
})
