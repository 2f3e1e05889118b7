import { execFile } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { Session } from 'node:inspector'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import type { Context } from '#server/context.ts'
import { type AdvisoryLock, takeAdvisoryLock } from '#server/database/connection.ts'
import { LOCKS } from '#server/database/locks.ts'
import { mergeSetting } from '#server/database/settings.ts'
import { noteStorageFault } from '#server/database/storage.ts'
import { renewClubProfiles } from '#server/directory/club-profiles.ts'
import { mergeCounterParts } from '#server/directory/counters.ts'
import { summariseStale } from '#server/directory/summarise.ts'
import { forgetVisits } from '#server/directory/visits.ts'
import { backupName, backupsOf, newestBackup, removeOldBackups } from '#server/history/archive/backup-files.ts'
import { renewBattleMonths } from '#server/history/battles/battle-months.ts'
import { renewBrawlerPlayers } from '#server/history/battles/brawler-players.ts'
import { countDueWeeks } from '#server/history/battles/meta-weeks.ts'
import { replayDue } from '#server/history/ingest/replay.ts'
import { dropOldHistory, makeNextWeek } from '#server/history/retention.ts'
import { StartFailure } from '#server/kernel/errors.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#shared/days.ts'
import { collectDue } from './collect-due.ts'
import { adoptProfiles } from './daily-profiles.ts'
import type { HistoryFill } from './demo-past.ts'
import { whileWritable } from './disk-space.ts'
import { refreshIncidents } from './record-trouble.ts'
import { type Job, runByOneProcess, runJobs } from './scheduler.ts'
import {
  adoptMembers,
  demoteUnvisited,
  repairClockJump,
  trackAndSummariseStored,
  trackRankings,
  trackStoredClubs,
} from './upkeep.ts'

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
      const lock = await lockFilling(context.config, signal)
      await fill.run(signal, say).finally(() => lock?.release())
      await countDueWeeks(context, signal)
      await renewTotals(context, signal)
      await trackAndSummariseStored(context, signal)
      return collectGarbage()
    } catch (error) {
      if (signal.aborted) return
      noteStorageFault(context, error)
      context.log.error({ error }, 'demo history interrupted')
      await context.clock.wait(FILL_PAUSE_MS, signal).catch(() => {})
    }
  }
}

/** A fill leaves much garbage behind, which V8 does not hurry to collect on a machine with much memory. */
function collectGarbage(): void {
  const session = new Session()
  session.connect()
  session.post('HeapProfiler.collectGarbage')
  session.disconnect()
}

/** Of several collectors one fills; the others wait, and find nothing left to do. The embedded store has only one. */
async function lockFilling({ DATABASE_URL }: Config, signal: AbortSignal): Promise<AdvisoryLock | null> {
  return DATABASE_URL === undefined ? null : takeAdvisoryLock(DATABASE_URL, LOCKS.demoHistory, signal)
}

/** Summaries that are renewed in one run. Few, so that a stop need not wait long. */
const SUMMARIES_AT_ONCE = 100

/** All jobs of a collector, with those of other parts. Several processes share the collecting; the rest is done by one. */
export function collectorJobs(context: Context, more: readonly Job[] = []): Job[] {
  const byOneProcess = (name: string, everyMs: number, run: Job['run']) =>
    runByOneProcess(context, { name, everyMs, run })
  const jobs: Job[] = [
    { name: 'collect', everyMs: 2 * SECOND_MS, run: (signal) => collectDue(context, signal) },
    { name: 'incidents', everyMs: MINUTE_MS, run: () => refreshIncidents(context) },
    byOneProcess('counters', MINUTE_MS, () => mergeCounterParts(context.db)),
    byOneProcess('stale summaries', MINUTE_MS, (signal) => renewStale(context, signal)),
    byOneProcess('club profiles', MINUTE_MS, (signal) => renewClubProfiles(context, signal)),
    byOneProcess('rankings', 10 * MINUTE_MS, () => trackRankings(context)),
    byOneProcess('stored clubs', 10 * MINUTE_MS, () => trackStoredClubs(context)),
    byOneProcess('late answers', MINUTE_MS, () => replayDue(context.db)),
    byOneProcess('weeks of brawlers', 5 * MINUTE_MS, (signal) => countDueWeeks(context, signal)),
    byOneProcess('clock jumps', 10 * MINUTE_MS, () => repairClockJump(context)),
    byOneProcess('members', 15 * MINUTE_MS, () => adoptMembers(context)),
    byOneProcess('daily profiles', 15 * MINUTE_MS, () => adoptProfiles(context)),
    byOneProcess('unvisited targets', 60 * MINUTE_MS, () => demoteUnvisited(context)),
    ...more.map((job) => runByOneProcess(context, job)),
    byOneProcess('old visits', DAY_MS, () => forgetVisits(context)),
    byOneProcess('next week', DAY_MS / 4, () => makeNextWeek(context)),
    byOneProcess('battle months', 60 * MINUTE_MS, (signal) => renewTotals(context, signal)),
    // The totals of battles are made before their days are dropped.
    byOneProcess('old history', DAY_MS, async () => {
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

type MakeBackup = (file: string, signal: AbortSignal) => Promise<unknown>

const COMMAND = join(import.meta.dirname, '../commands/backup.ts')
const LOOK_EVERY_MS = 10 * MINUTE_MS

/** With these options a backup of the embedded store takes a third of the memory and no more time. */
const FRUGAL = ['--liftoff-only', '--max-old-space-size=96', '--max-semi-space-size=1']

/** Higher numbers mean less: the backup must not slow the site down. */
const NICENESS = 10

/**
 * The job that makes a backup when the newest one is as old as the setting says, or ten minutes after the start when
 * there is none. A backup that fails is tried again after ten minutes, and the status shows it.
 */
export function scheduledBackup(context: Context, make: MakeBackup = runCommand): Job {
  const { config, clock } = context
  const startedAt = clock.now()
  const run = async (signal: AbortSignal) => {
    const newest = newestBackup(backupsOf(config.DATA_DIR))
    const dueAt =
      newest === null
        ? addMilliseconds(startedAt, LOOK_EVERY_MS)
        : addMilliseconds(newest, getBackupInterval(config) * HOUR_MS)
    if (getBackupInterval(config) === 0 || clock.now() < dueAt) return
    await makeOne(context, make, signal)
  }
  return { name: 'backup', everyMs: LOOK_EVERY_MS, run }
}

/** Hours between two backups; 0 for none. A PostgreSQL is usually backed up by its own tools. */
function getBackupInterval({ BACKUP_EVERY_HOURS, DATABASE_URL }: Config): number {
  return BACKUP_EVERY_HOURS ?? (DATABASE_URL === undefined ? 24 : 0)
}

async function makeOne(context: Context, make: MakeBackup, signal: AbortSignal): Promise<void> {
  const directory = backupsOf(context.config.DATA_DIR)
  const at = context.clock.now()
  try {
    await mkdir(directory, { recursive: true, mode: 0o700 })
    await make(join(directory, backupName(at)), signal)
    removeOldBackups(directory, context.config.BACKUP_KEEP)
    await mergeSetting(context.db, 'last backup', { at: at.toISOString(), failed: false })
  } catch (error) {
    if (!signal.aborted) await mergeSetting(context.db, 'last backup', { failed: true })
    throw error
  }
}

/** Runs the backup in a process of its own: its memory is freed at the end, and its failure cannot harm the site. */
function runCommand(file: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = execFile(process.execPath, [...FRUGAL, COMMAND, file], { signal }, (error, _output, problems) => {
      if (error === null) resolve()
      else reject(new StartFailure(problems.trim() || error.message, { cause: error }))
    })
    if (child.pid !== undefined) giveWay(child.pid)
  })
}

/** Lets other processes go first. A supervisor may forbid that; the work is done all the same. */
function giveWay(pid: number): void {
  try {
    setPriority(pid, NICENESS)
  } catch {
    // The process keeps its priority.
  }
}

function addMilliseconds(moment: Date, ms: number): Date {
  return new Date(moment.getTime() + ms)
}
