import { setFlagsFromString } from 'node:v8'
import type { Config } from '#server/config.ts'
import type { Context } from '#server/context.ts'
import { type AdvisoryLock, takeAdvisoryLock } from '#server/database/advisory-lock.ts'
import { noteStorageFault } from '#server/database/storage.ts'
import { renewClubProfiles } from '#server/directory/club-profiles.ts'
import { mergeCounterParts } from '#server/directory/counters.ts'
import { summariseStale } from '#server/directory/summarise.ts'
import { forgetVisits } from '#server/directory/visits.ts'
import { renewBattleMonths } from '#server/history/battles/battle-months.ts'
import { renewBrawlerPlayers } from '#server/history/battles/brawler-players.ts'
import { countDueWeeks } from '#server/history/battles/meta-weeks.ts'
import { replayDue } from '#server/history/ingest/replay.ts'
import { dropOldHistory, makeNextWeek } from '#server/history/retention.ts'
import { DAY_MS } from '#shared/days.ts'
import { collectDue } from './collect-due.ts'
import type { HistoryFill } from './demo-past.ts'
import { whileWritable } from './disk-space.ts'
import { refreshIncidents } from './record-trouble.ts'
import { scheduledBackup } from './scheduled-backup.ts'
import { type Job, runByOneProcess, runJobs } from './scheduler.ts'
import {
  adoptMembers,
  demoteUnvisited,
  repairDueTimes,
  trackAndSummariseStored,
  trackRankings,
  trackStoredClubs,
} from './upkeep.ts'

/** The same number in every process that fills, and different from that of any other lock. */
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

/** Fills the demo's history first, where there is one, then collects until it is stopped. Resolves when all has ended. */
export async function runCollector(context: Context, { fill, jobs, say, signal }: CollectorOptions): Promise<void> {
  if (fill !== null) await fillHistory(context, fill, say, signal)
  if (!signal.aborted) await runJobs(context, collectorJobs(context, jobs), signal)
}

/**
 * Fills the history to its end before anything is collected, because newer answers make older ones be ignored. A fill
 * that fails is begun again where it stopped.
 */
async function fillHistory(context: Context, fill: HistoryFill, say: (line: string) => void, signal: AbortSignal) {
  while (!signal.aborted) {
    try {
      const turn = await takeTurn(context.config, signal)
      await fill.run(signal, say).finally(() => turn?.release())
      await countDueWeeks(context, signal)
      await renewTotals(context, signal)
      await trackAndSummariseStored(context, signal)
      return favourMemory()
    } catch (error) {
      if (signal.aborted) return
      noteStorageFault(context, error)
      context.log.error({ error }, 'demo history interrupted')
      await context.clock.wait(FILL_PAUSE_MS, signal).catch(() => {})
    }
  }
}

/**
 * A fill leaves much garbage behind, which V8 does not hurry to collect. After it, all threads collect sooner
 * (docs/decisions/0028-memory.md).
 */
function favourMemory(): void {
  setFlagsFromString('--memory-saver-mode')
  globalThis.gc?.()
}

/** Of several collectors one fills; the others wait, and find nothing left to do. The embedded store has only one. */
async function takeTurn({ DATABASE_URL }: Config, signal: AbortSignal): Promise<AdvisoryLock | null> {
  return DATABASE_URL === undefined ? null : takeAdvisoryLock(DATABASE_URL, FILL_LOCK, signal)
}

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS

/** Summaries that are renewed in one go. Few, so that a stop need not wait long. */
const SUMMARIES_AT_ONCE = 100

/** All jobs of a collector, with those of other parts. Several processes share the collecting; the rest is done by one. */
export function collectorJobs(context: Context, more: readonly Job[] = []): Job[] {
  const once = (name: string, everyMs: number, run: Job['run']) => runByOneProcess(context, { name, everyMs, run })
  const jobs: Job[] = [
    { name: 'collect', everyMs: 2 * SECOND_MS, run: (signal) => collectDue(context, signal) },
    { name: 'incidents', everyMs: MINUTE_MS, run: () => refreshIncidents(context) },
    once('counters', MINUTE_MS, () => mergeCounterParts(context.db)),
    once('stale summaries', MINUTE_MS, (signal) => renewStale(context, signal)),
    once('club profiles', MINUTE_MS, (signal) => renewClubProfiles(context, signal)),
    once('rankings', 10 * MINUTE_MS, () => trackRankings(context)),
    once('stored clubs', 10 * MINUTE_MS, () => trackStoredClubs(context)),
    once('late answers', MINUTE_MS, () => replayDue(context.db)),
    once('weeks of brawlers', 5 * MINUTE_MS, (signal) => countDueWeeks(context, signal)),
    once('turns', 10 * MINUTE_MS, () => repairDueTimes(context)),
    once('members', 15 * MINUTE_MS, () => adoptMembers(context)),
    once('unvisited targets', 60 * MINUTE_MS, () => demoteUnvisited(context)),
    ...more.map((job) => runByOneProcess(context, job)),
    once('old visits', DAY_MS, () => forgetVisits(context)),
    once('next week', DAY_MS / 4, () => makeNextWeek(context)),
    once('battle months', 60 * MINUTE_MS, (signal) => renewTotals(context, signal)),
    // The totals of battles are made before their days are dropped.
    once('old history', DAY_MS, async () => {
      await renewBattleMonths(context.db)
      await dropOldHistory(context)
    }),
    runByOneProcess(context, scheduledBackup(context)),
  ]
  return jobs.map((job) => whileWritable(context, job))
}

/** The totals of battles by month, and then who plays a brawler best, which is read from them. */
async function renewTotals(context: Context, signal: AbortSignal): Promise<void> {
  await renewBattleMonths(context.db, signal)
  await renewBrawlerPlayers(context, signal)
}

async function renewStale(context: Context, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await summariseStale(context, SUMMARIES_AT_ONCE)) > 0);
}
