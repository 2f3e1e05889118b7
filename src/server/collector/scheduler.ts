import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { writeSetting } from '#server/database/settings.ts'
import { MINUTE_MS } from '#shared/days.ts'

/** Something that is done again and again, but not twice at the same time. */
export type Job = {
  name: string
  everyMs: number
  /** Stops as soon as it can when the signal is aborted. */
  run(signal: AbortSignal): Promise<unknown>
}

/** First runs are spread over this time at most, so that processes started together do not run their jobs together. */
const LONGEST_FIRST_WAIT_MS = 5_000

/** Time after which a job that was told to stop, and goes on, is named in the log. */
const LATE_MS = 4_000

/**
 * Runs jobs until the signal is aborted; resolves when the last has ended. A run begins `everyMs` after the end of the
 * one before. A run that fails is logged and counted, and the next one comes as usual.
 */
export async function runJobs(
  context: Pick<Context, 'clock' | 'counters' | 'log'>,
  jobs: Job[],
  signal: AbortSignal,
  random: () => number = Math.random,
): Promise<void> {
  const { clock, log } = context
  const running = new Set<string>()
  const note = (job: Job): Job => ({
    ...job,
    run: async (stopping) => {
      running.add(job.name)
      try {
        await job.run(stopping)
      } finally {
        running.delete(job.name)
      }
    },
  })
  const nameLate = async () => {
    await clock.wait(LATE_MS)
    if (running.size > 0) log.warn({ jobs: [...running] }, 'these jobs have not stopped yet')
  }
  signal.addEventListener('abort', () => void nameLate(), { once: true })
  for (const { name } of jobs) context.counters.add('job_failures', name, 0)
  await Promise.all(jobs.map((job) => repeat(context, note(job), signal, random)))
}

async function repeat(
  context: Pick<Context, 'clock' | 'counters' | 'log'>,
  { name, everyMs, run }: Job,
  signal: AbortSignal,
  random: () => number,
): Promise<void> {
  const { clock, log } = context
  const pause = (ms: number) => clock.wait(ms, signal).catch(() => {})
  await pause(random() * Math.min(everyMs, LONGEST_FIRST_WAIT_MS))
  while (!signal.aborted) {
    try {
      await run(signal)
    } catch (error) {
      if (signal.aborted) return
      context.counters.add('job_failures', name)
      log.error({ error, job: name }, 'job failed')
    }
    await pause(everyMs)
  }
}

/** Clocks and waits are not exact: a turn may come early by this share of the interval. */
const EARLY_SHARE = 0.1

/** The clocks of two machines differ less. A last turn further ahead was noted before our clock was put back. */
const AHEAD_MS = MINUTE_MS

/** The same job, done by only one of the processes that share the store: the first to come takes the turn. */
export function runByOneProcess(context: Pick<Context, 'db' | 'clock'>, job: Job): Job {
  const run = async (signal: AbortSignal) => ((await claimTurn(context, job)) ? job.run(signal) : undefined)
  return { ...job, run }
}

async function claimTurn({ db, clock }: Pick<Context, 'db' | 'clock'>, { name, everyMs }: Job): Promise<boolean> {
  const now = clock.now()
  const lastBefore = new Date(now.getTime() - everyMs * (1 - EARLY_SHARE))
  const ahead = new Date(now.getTime() + AHEAD_MS)
  const last = sql`(stored.value #>> '{}')::timestamptz`
  return writeSetting(db, `job: ${name}`, now, sql`${last} <= ${lastBefore} or ${last} > ${ahead}`)
}
