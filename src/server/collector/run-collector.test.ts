import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { checkBackup } from '#server/history/archive/restore-backup.ts'
import { makeBackup } from '#server/history/archive/write-archive.ts'
import { registerStatus } from '#server/site/status/routes.ts'
import { getStatus } from '#shared/contract/status.ts'
import { HOUR_MS, MINUTE_MS } from '#shared/days.ts'
import { ask } from '#test/ask.ts'
import { openTestApp, openTestContext } from '#test/open-context.ts'
import { openTestStore, type TestStore } from '#test/open-store.ts'
import { scheduledBackup } from './run-collector.ts'

// As under a supervisor that forbids `setpriority`, like a systemd unit with SystemCallFilter=~@resources.
vi.mock('node:os', async (original) => ({
  ...(await original<typeof import('node:os')>()),
  setPriority() {
    throw Object.assign(new Error('A system error occurred: uv_os_setpriority returned EPERM'), {
      code: 'ERR_SYSTEM_ERROR',
    })
  },
}))

let store: TestStore
beforeAll(async () => {
  store = await openTestStore('embedded')
})
afterAll(() => store.close())

it('the scheduled backup runs once a day, keeps as many files as configured, and shows its failures', async () => {
  const context = openTestContext({ store, settings: { BACKUP_KEEP: '2' } })
  const { db, clock, config } = context
  const app = openTestApp(context, [registerStatus])
  const disk = { full: false }
  const make = async (file: string) => {
    if (disk.full) throw new Error('the disk is full')
    return makeBackup({ db, clock, file, say: () => {} })
  }
  const job = scheduledBackup(context, make)
  const directory = join(config.DATA_DIR, 'backups')
  const kept = () => readdirSync(directory).map((name) => name.slice(8, 21))
  const look = async (ms: number) => {
    await clock.advance(ms)
    await job.run(new AbortController().signal)
  }
  const status = async () => (await ask(app, getStatus, {})).storage

  await look(5 * MINUTE_MS)
  expect(await status()).toEqual({ writable: true, last_backup_at: null, backup_failed: false })
  await look(5 * MINUTE_MS)
  expect(kept()).toEqual(['20260601T0010'])
  await look(23 * HOUR_MS)
  expect(kept()).toHaveLength(1)
  await look(HOUR_MS)
  await look(24 * HOUR_MS)
  expect(kept()).toEqual(['20260602T0010', '20260603T0010'])
  const [oldest = ''] = readdirSync(directory)
  expect((await checkBackup(join(directory, oldest))).tables.settings?.rows).toBe(1)

  disk.full = true
  await clock.advance(24 * HOUR_MS)
  await expect(job.run(new AbortController().signal)).rejects.toThrow('the disk is full')
  expect(await status()).toEqual({ writable: true, last_backup_at: '2026-06-03T00:10:00.000Z', backup_failed: true })
  disk.full = false
  await look(10 * MINUTE_MS)
  await clock.advance(10_000)
  expect(await status()).toMatchObject({ last_backup_at: '2026-06-04T00:20:00.000Z', backup_failed: false })
})

it.each([
  ['no backup when it is switched off', { BACKUP_EVERY_HOURS: '0' }, 0],
  ['no backup of a PostgreSQL by default', { DATABASE_URL: 'postgres://localhost/x' }, 0],
  [
    'a backup of a PostgreSQL when an interval is configured',
    { DATABASE_URL: 'postgres://localhost/x', BACKUP_EVERY_HOURS: '1' },
    1,
  ],
])('the scheduled backup makes %s', async (_what, settings, made) => {
  const context = openTestContext({
    store,
    settings: { ...settings, DATA_DIR: join(store.dataDirectory ?? '', 'other') },
  })
  const files: string[] = []
  const job = scheduledBackup(context, async (file) => files.push(file))
  await context.clock.advance(10 * MINUTE_MS)
  await job.run(new AbortController().signal)
  expect(files).toHaveLength(made)
})

it('the scheduled backup succeeds and deletes old ones where no process may change its priority', async () => {
  const context = openTestContext({ store, settings: { BACKUP_KEEP: '1' } })
  const directory = join(context.config.DATA_DIR, 'backups')
  mkdirSync(directory, { recursive: true })
  writeFileSync(join(directory, 'delphin-20200101T000000Z.ndjson.gz'), '')
  vi.stubEnv('DATA_DIR', context.config.DATA_DIR)
  await context.clock.advance(30 * 24 * HOUR_MS)
  await scheduledBackup(context).run(new AbortController().signal)
  vi.unstubAllEnvs()
  const at = context.clock.now().toISOString()
  expect(readdirSync(directory)).toEqual([expect.stringContaining(`delphin-${at.slice(0, 4)}`)])
  const status = await ask(openTestApp(context, [registerStatus]), getStatus, {})
  expect(status.storage).toMatchObject({ last_backup_at: at, backup_failed: false })
}, 60_000)
