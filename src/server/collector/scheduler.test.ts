import { pino } from 'pino'
import { expect, it } from 'vitest'
import { createCounters } from '#server/kernel/counters.ts'
import { manualClock } from '#test/manual-clock.ts'
import { type Job, runJobs } from './scheduler.ts'

const lines: string[] = []
const log = pino({ level: 'warn' }, { write: (line: string) => lines.push(line) })

function start(jobs: Job[]) {
  const clock = manualClock()
  const stopping = new AbortController()
  const context = { clock, log, counters: createCounters() }
  return { clock, context, stopping, ended: runJobs(context, jobs, stopping.signal, () => 0.5) }
}

it('a job begins within seconds, then runs in its interval', async () => {
  const runs: number[] = []
  const { clock, stopping, ended } = start([
    { name: 'tick', everyMs: 60_000, run: async () => runs.push(clock.monotonic()) },
  ])
  await clock.advance(200_000)
  expect(runs).toEqual([2_500, 62_500, 122_500, 182_500])
  stopping.abort()
  await ended
})

it('a job that takes long is not started again meanwhile, and others go on', async () => {
  let finish = () => {}
  const slow = new Promise<void>((resolve) => {
    finish = resolve
  })
  const runs = { slow: 0, quick: 0 }
  const { clock, stopping, ended } = start([
    {
      name: 'slow',
      everyMs: 1000,
      run: async () => {
        runs.slow += 1
        await slow
      },
    },
    { name: 'quick', everyMs: 1000, run: async () => (runs.quick += 1) },
  ])
  await clock.advance(10_000)
  expect(runs).toEqual({ slow: 1, quick: 10 })
  finish()
  stopping.abort()
  await ended
})

it('a job that fails is counted and runs again, and all jobs end at once when told to', async () => {
  let runs = 0
  const { clock, context, stopping, ended } = start([
    {
      name: 'broken',
      everyMs: 1000,
      run: async () => {
        runs += 1
        throw new Error('broken')
      },
    },
    {
      name: 'broken at once',
      everyMs: 1000,
      run: () => {
        throw new Error('broken')
      },
    },
  ])
  await clock.advance(3_000)
  expect(runs).toBe(3)
  expect(Object.fromEntries(context.counters.of('job_failures'))).toEqual({ broken: 3, 'broken at once': 3 })
  stopping.abort()
  await ended
  await clock.advance(5_000)
  expect(runs).toBe(3)
})

it('a job that does not stop in time is named in the log, and no other', async () => {
  const { promise, resolve: finish } = Promise.withResolvers<void>()
  const { clock, stopping, ended } = start([
    { name: 'stuck', everyMs: 1000, run: () => promise },
    { name: 'quick', everyMs: 1000, run: async () => {} },
  ])
  await clock.advance(3_000)
  stopping.abort()
  await clock.advance(3_999)
  lines.splice(0)
  await clock.advance(1)
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { jobs: ['stuck'], msg: expect.stringContaining('not stopped yet') },
  ])
  finish()
  await ended
})
