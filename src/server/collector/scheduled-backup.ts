import { execFile } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Config } from '#server/config.ts'
import type { Context } from '#server/context.ts'
import { backupName, backupsOf, newestBackup, removeOldBackups } from '#server/history/archive/backup-files.ts'
import { StartFailure } from '#server/kernel/errors.ts'
import { HOUR_MS } from '#shared/days.ts'
import type { Job } from './scheduler.ts'

type MakeBackup = (file: string, signal: AbortSignal) => Promise<unknown>

const COMMAND = join(import.meta.dirname, '../commands/backup.ts')
const MINUTE_MS = 60_000
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
    const dueAt = newest === null ? later(startedAt, LOOK_EVERY_MS) : later(newest, everyHours(config) * HOUR_MS)
    if (everyHours(config) === 0 || clock.now() < dueAt) return
    await makeOne(context, make, signal)
  }
  return { name: 'backup', everyMs: LOOK_EVERY_MS, run }
}

/** Hours between two backups; 0 for none. A PostgreSQL is usually backed up by its own tools. */
function everyHours({ BACKUP_EVERY_HOURS, DATABASE_URL }: Config): number {
  return BACKUP_EVERY_HOURS ?? (DATABASE_URL === undefined ? 24 : 0)
}

async function makeOne(context: Context, make: MakeBackup, signal: AbortSignal): Promise<void> {
  const directory = backupsOf(context.config.DATA_DIR)
  const at = context.clock.now()
  try {
    await mkdir(directory, { recursive: true, mode: 0o700 })
    await make(join(directory, backupName(at)), signal)
    removeOldBackups(directory, context.config.BACKUP_KEEP)
    await note(context, { at: at.toISOString(), failed: false })
  } catch (error) {
    if (!signal.aborted) await note(context, { failed: true })
    throw error
  }
}

/** Notes the outcome for the status. Without `at` the time of the last good backup stays. */
async function note({ db }: Context, outcome: { at?: string; failed: boolean }): Promise<void> {
  await sql`
    insert into settings as stored (key, value) values ('last backup', ${JSON.stringify(outcome)}::jsonb)
    on conflict (key) do update set value = stored.value || excluded.value`.execute(db)
}

/** Runs the backup in a process of its own: its memory is freed at the end, and its failure cannot harm the site. */
function runCommand(file: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = execFile(process.execPath, [...FRUGAL, COMMAND, file], { signal }, (error, _output, problems) => {
      if (error === null) resolve()
      else reject(new StartFailure(problems.trim() || error.message, { cause: error }))
    })
    if (child.pid !== undefined) setPriority(child.pid, NICENESS)
  })
}

function later(moment: Date, ms: number): Date {
  return new Date(moment.getTime() + ms)
}
