import type { Context } from '../context.ts'
import { countsOf } from '../counts.ts'

/** Something to be done now and then, on its own; never twice at the same time. */
export type Job = {
  name: string
  everyMs: number
  /** Stops as soon as it can when the signal is aborted. */
  run(signal: AbortSignal): Promise<unknown>
}

/** First runs are spread over this time at most, so that several processes started together do not keep step. */
const LONGEST_FIRST_WAIT_MS = 5_000

/**
 * Runs jobs until the signal is aborted; resolves when the last has ended. A run begins `everyMs` after the end of the
 * one before. One that fails is logged and has its next turn as if nothing had been.
 */
export async function runJobs(
  context: Pick<Context, 'clock' | 'log'>,
  jobs: Job[],
  signal: AbortSignal,
  random: () => number = Math.random,
): Promise<void> {
  await Promise.all(jobs.map((job) => repeat(context, job, signal, random)))
}

async function repeat(
  context: Pick<Context, 'clock' | 'log'>,
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
      countsOf(context).add('job_failures', name)
      log.error({ error, job: name }, 'job failed')
    }
    await pause(everyMs)
  }
}
