import { runJobs } from '../collection/scheduler.ts'
import type { Config } from '../config.ts'
import type { Context } from '../context.ts'
import { type AdvisoryLock, takeAdvisoryLock } from '../database/advisory-lock.ts'
import type { HistoryFill } from '../demo-mode/fill-history.ts'
import { noteStorageFault } from '../storage.ts'
import { collectorJobs } from './collector-jobs.ts'
import { takeUpStored } from './take-up-stored.ts'

/** Any number but that of another lock; the same in every process that fills. */
const FILL_LOCK = 7_201_968

const FILL_PAUSE_MS = 5_000

/**
 * Fills the demo's history first, where there is one to fill, then collects until it is stopped. Resolves when all has
 * come to rest.
 */
export async function runCollector(
  context: Context,
  { fill, say, signal }: { fill: HistoryFill | null; say: (line: string) => void; signal: AbortSignal },
): Promise<void> {
  if (fill !== null) await fillHistory(context, fill, say, signal)
  if (!signal.aborted) await runJobs(context, collectorJobs(context), signal)
}

/** What is collected live would hide what is not filled yet, so a fill that fails is begun again where it stopped. */
async function fillHistory(context: Context, fill: HistoryFill, say: (line: string) => void, signal: AbortSignal) {
  while (!signal.aborted) {
    try {
      const turn = await takeTurn(context.config, signal)
      await fill.run(signal, say).finally(() => turn?.release())
      return await takeUpStored(context, signal)
    } catch (error) {
      if (signal.aborted) return
      noteStorageFault(context, error)
      context.log.error({ error }, 'demo history interrupted')
      await context.clock.wait(FILL_PAUSE_MS, signal).catch(() => {})
    }
  }
}

/** Of several collectors one fills; the others wait, and find nothing left to do. The embedded store has one anyway. */
async function takeTurn({ DATABASE_URL }: Config, signal: AbortSignal): Promise<AdvisoryLock | null> {
  return DATABASE_URL === undefined ? null : takeAdvisoryLock(DATABASE_URL, FILL_LOCK, signal)
}
