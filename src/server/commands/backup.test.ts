import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openStore, type Store } from '#server/database/open-store.ts'
import { layStore } from '#test/open-store.ts'

type Ended = { code: number | null; output: string }

describe('the commands backup and restore', { timeout: 120_000 }, () => {
  const directory = mkdtempSync(join(tmpdir(), 'delphin-backup-'))
  const opened = (data: string) =>
    openStore({ databaseUrl: null, dataDirectory: join(directory, data), connections: 1, onError: () => {} })
  const guests = ({ db }: Store) => sql<{ n: number }>`select count(*) as n from guest_sessions`.execute(db)
  let owner: Store
  let acknowledged = 0

  function run(command: 'backup' | 'restore', args: string[], settings: Record<string, string> = {}): Promise<Ended> {
    const env = { PATH: process.env.PATH, DATA_DIR: join(directory, 'data'), ...settings }
    const script = join(import.meta.dirname, `${command}.ts`)
    return new Promise((resolve) => {
      const child = execFile(process.execPath, [script, ...args], { env, cwd: directory }, (_, out, err) =>
        resolve({ code: child.exitCode, output: out + err }),
      )
    })
  }

  async function addGuest(): Promise<void> {
    await sql`insert into guest_sessions (id_hash, created_at, expires_at)
      values (decode(md5(${String(acknowledged)}), 'hex'), now(), now())`.execute(owner.db)
    acknowledged += 1
  }

  beforeAll(async () => {
    layStore(join(directory, 'data'))
    owner = await opened('data')
  }, 120_000)
  afterAll(async () => {
    await owner.close()
    rmSync(directory, { recursive: true })
  })

  it('take along what was acknowledged, from under a process that goes on writing', async () => {
    for (let guest = 0; guest < 20; guest++) await addGuest()
    const before = acknowledged
    const writing = { stopped: false }
    const backup = run('backup', ['all.gz']).finally(() => {
      writing.stopped = true
    })
    while (!writing.stopped) await addGuest()
    expect(await backup).toMatchObject({ code: 0, output: expect.stringMatching(/^Backup: [\d,]+ rows in all\.gz\n$/) })
    expect(acknowledged).toBeGreaterThan(before)
    expect(readdirSync(join(directory, 'data', 'snapshots'))).toEqual([])
    const restored = await run('restore', ['all.gz'], { DATA_DIR: join(directory, 'other') })
    expect(restored).toEqual({ code: 0, output: expect.stringContaining('every table has the checksum that it had') })
    const other = await opened('other')
    const [count] = (await guests(other)).rows
    await other.close()
    expect(count?.n).toBeGreaterThanOrEqual(before)
    expect(count?.n).toBeLessThanOrEqual(acknowledged)
  })

  it('say in a line what is wrong', async () => {
    writeFileSync(join(directory, 'there.gz'), '')
    const ended = [
      await run('backup', ['there.gz']),
      await run('backup', ['new.gz'], { MIN_FREE_DISK_MB: '99999999' }),
      await run('restore', []),
      await run('restore', ['nowhere.gz']),
      await run('restore', ['there.gz']),
      await run('restore', ['all.gz']),
    ]
    expect(ended).toEqual([
      { code: 1, output: 'there.gz is there already\n' },
      { code: 1, output: expect.stringMatching(/^There is no space for a copy of the store: .*\n$/) },
      { code: 1, output: expect.stringMatching(/^npm run restore -- FILE.*\n$/) },
      { code: 1, output: 'nowhere.gz cannot be read: there is no such file\n' },
      { code: 1, output: expect.stringMatching(/^there\.gz is no backup of Delphin.*\n$/) },
      { code: 1, output: expect.stringMatching(/^The store .* is in use by process \d+.*\n$/) },
    ])
  })
})
