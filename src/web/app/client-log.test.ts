import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  BATCH,
  createClientLog,
  createRingBuffer,
  type LogEntry,
  PAUSE_MS,
  REST_MS,
  WAITING_MAX,
} from './client-log.ts'

/** A log whose server and clock are in the test's hands. */
function openLog({ takes = () => true }: { takes?: () => boolean } = {}) {
  const sent: LogEntry[] = []
  const timers: { act: () => void; ms: number }[] = []
  const log = createClientLog({
    send: async (entries) => {
      sent.push(...entries)
      if (!takes()) throw new Error('no answer')
    },
    later: (act, ms) => void timers.push({ act, ms }),
    now: () => new Date('2026-11-21T09:00:00Z'),
  })
  const pass = async () => {
    const next = timers.shift()
    next?.act()
    for (let step = 0; step < 10; step++) await Promise.resolve()
    return next?.ms
  }
  return { log, sent, timers, pass }
}

test('warnings and errors reach the server, other entries stay here', async () => {
  const { log, sent, pass } = openLog()
  log.write('info', 'search', 'began')
  log.write('warn', 'search', 'slow', { ms: 900 })
  log.write('error', 'page', 'broke')
  expect(await pass()).toBe(PAUSE_MS)
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

test('a page that fails in a loop sends a batch at a time, and no more than fit', async () => {
  const { log, sent, timers, pass } = openLog()
  for (let count = 0; count < 2000; count++) log.write('error', 'loop', `failure ${count}`)
  expect(timers).toHaveLength(1)
  await pass()
  expect([sent.length, timers.length]).toEqual([BATCH, 1])
  while (timers.length > 0) await pass()
  expect(sent).toHaveLength(WAITING_MAX)
  expect(log.entries()).toHaveLength(1000)
})

test('what waits already is not sent twice', async () => {
  const { log, sent, pass } = openLog()
  for (let count = 0; count < 20; count++) log.write('error', 'loop', 'the same')
  await pass()
  expect(sent).toHaveLength(1)
})

test('a server that takes nothing is left alone, and that is no entry of the log', async () => {
  const { log, sent, timers, pass } = openLog({ takes: () => false })
  for (let count = 0; count < BATCH + 5; count++) log.write('error', 'page', `failure ${count}`)
  await pass()
  expect([sent.length, timers.length, log.entries().length]).toEqual([BATCH, 0, BATCH + 5])
  log.write('error', 'page', 'later')
  expect(await pass()).toBe(REST_MS)
  expect(sent.slice(BATCH).map(({ message }) => message)).toEqual(['later'])
})

test('what is longer than the server takes is cut', () => {
  const { log } = openLog()
  log.write('error', 'c'.repeat(100), 'm'.repeat(5000))
  const [entry] = log.entries()
  expect([entry?.component.length, entry?.message.length]).toEqual([64, 2000])
})

test('it keeps the last items in their order, whatever was added', () => {
  fc.assert(
    fc.property(fc.array(fc.integer()), fc.integer({ min: 1, max: 12 }), (added, size) => {
      const buffer = createRingBuffer<number>(size)
      for (const item of added) buffer.add(item)
      expect(buffer.items()).toEqual(added.slice(-size))
    }),
  )
})
