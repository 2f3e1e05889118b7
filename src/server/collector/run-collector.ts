import type { Config } from '#server/config.ts'
import type { Context } from '#server/context.ts'
import { type AdvisoryLock, takeAdvisoryLock } from '#server/database/advisory-lock.ts'
import { noteStorageFault } from '#server/database/storage.ts'
import { mergeCounterParts } from '#server/directory/counters.ts'
import { summariseStale } from '#server/directory/summarise.ts'
import { forgetVisits } from '#server/directory/visits.ts'
import { dropOldHistory } from '#server/history/retention.ts'
import { collectDue } from './collect-due.ts'
import type { HistoryFill } from './demo-past.ts'
import { whileWritable } from './disk-space.ts'
import { refreshIncidents } from './record-trouble.ts'
import { scheduledBackup } from './scheduled-backup.ts'
import { type Job, runByOneProcess, runJobs } from './scheduler.ts'
import { adoptMembers, repairDueTimes, trackAndSummariseStored, trackRankings, trackStoredClubs } from './upkeep.ts'

/** Any number but that of another lock; the same in every process that fills. */
const FILL_LOCK = 7_201_968

const FILL_PAUSE_MS = 5_000

type CollectorOptions = {
  /** What fills the demo's history; null where there is none. */
  fill: HistoryFill | null
  /** Jobs of other parts of the server, each done by one process at a time. */
  jobs: readonly Job[]
  say: (line: string) => void
  signal: AbortSignal
}

/**
 * Fills the demo's history first, where there is one to fill, then collects until it is stopped. Resolves when all has
 * come to rest.
 */
export async function runCollector(context: Context, { fill, jobs, say, signal }: CollectorOptions): Promise<void> {
  if (fill !== null) await fillHistory(context, fill, say, signal)
  if (!signal.aborted) await runJobs(context, collectorJobs(context, jobs), signal)
}

/** What is collected live would hide what is not filled yet, so a fill that fails is begun again where it stopped. */
async function fillHistory(context: Context, fill: HistoryFill, say: (line: string) => void, signal: AbortSignal) {
  while (!signal.aborted) {
    try {
      const turn = await takeTurn(context.config, signal)
      await fill.run(signal, say).finally(() => turn?.release())
      return await trackAndSummariseStored(context, signal)
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

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** Summaries renewed in one go; short, so that a stop need not wait. */
const SUMMARIES_AT_ONCE = 100

/** Everything that a collector does, with the jobs of other parts. Only collecting is shared by several processes. */
export function collectorJobs(context: Context, more: readonly Job[] = []): Job[] {
  const once = (name: string, everyMs: number, run: Job['run']) => runByOneProcess(context, { name, everyMs, run })
  const jobs: Job[] = [
    { name: 'collect', everyMs: 2 * SECOND, run: (signal) => collectDue(context, signal) },
    { name: 'incidents', everyMs: MINUTE, run: () => refreshIncidents(context) },
    once('counters', MINUTE, () => mergeCounterParts(context.db)),
    once('stale summaries', MINUTE, (signal) => renewStale(context, signal)),
    once('rankings', 10 * MINUTE, () => trackRankings(context)),
    once('stored clubs', 10 * MINUTE, () => trackStoredClubs(context)),
    once('turns', 10 * MINUTE, () => repairDueTimes(context)),
    once('members', 15 * MINUTE, () => adoptMembers(context)),
    ...more.map((job) => runByOneProcess(context, job)),
    once('old visits', 24 * HOUR, () => forgetVisits(context)),
    once('old history', 24 * HOUR, () => dropOldHistory(context)),
    runByOneProcess(context, scheduledBackup(context)),
  ]
  return jobs.map((job) => whileWritable(context, job))
}

async function renewStale(context: Context, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await summariseStale(context, SUMMARIES_AT_ONCE)) > 0);
}
