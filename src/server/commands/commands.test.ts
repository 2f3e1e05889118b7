import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Store } from '#server/database/open-store.ts'
import { type KeptStore, keepStore } from '#test/open-store.ts'
import { threeDaysOfAClub } from '#test/recorded-dump.ts'

type Ended = { code: number | null; output: string }

/** Runs a command as a user would, in a directory and with settings. */
function run(command: string, args: string[], cwd: string, settings: Record<string, string>): Promise<Ended> {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const env = { PATH, NODE_COMPILE_CACHE, ...settings }
  const script = join(import.meta.dirname, `${command}.ts`)
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [script, ...args], { env, cwd }, (_, out, err) =>
      resolve({ code: child.exitCode, output: out + err }),
    )
  })
}

describe('the commands backup and restore', { timeout: 120_000 }, () => {
  const directory = mkdtempSync(join(tmpdir(), 'delphin-backup-'))
  const guests = ({ db }: Store) => sql<{ n: number }>`select count(*) as n from guest_sessions`.execute(db)
  let used: KeptStore
  let owner: Store
  let acknowledged = 0

  async function addGuest(): Promise<void> {
    await sql`insert into guest_sessions (id_hash, created_at, expires_at)
      values (decode(md5(${String(acknowledged)}), 'hex'), now(), now())`.execute(owner.db)
    acknowledged += 1
  }

  beforeAll(async () => {
    used = await keepStore('embedded')
    owner = await used.open()
  }, 120_000)
  afterAll(async () => {
    await owner.close()
    await used.remove()
    rmSync(directory, { recursive: true })
  })

  it('keep every acknowledged row while a process goes on writing', async () => {
    for (let guest = 0; guest < 20; guest++) await addGuest()
    const before = acknowledged
    const writing = { stopped: false }
    const backup = run('backup', ['all.gz'], directory, used.settings).finally(() => {
      writing.stopped = true
    })
    while (!writing.stopped) await addGuest()
    expect(await backup).toMatchObject({ code: 0, output: expect.stringMatching(/^Backup: [\d,]+ rows in all\.gz\n$/) })
    expect(acknowledged).toBeGreaterThan(before)
    expect(readdirSync(join(used.settings.DATA_DIR ?? '', 'snapshots'))).toEqual([])
    const empty = await keepStore()
    const restored = await run('restore', ['all.gz'], directory, empty.settings)
    expect(restored).toEqual({ code: 0, output: expect.stringContaining('every table has the checksum that it had') })
    const other = await empty.open()
    const [count] = (await guests(other)).rows
    await other.close()
    await empty.remove()
    expect(count?.n).toBeGreaterThanOrEqual(before)
    expect(count?.n).toBeLessThanOrEqual(acknowledged)
  })

  it('say in one line what is wrong', async () => {
    writeFileSync(join(directory, 'there.gz'), '')
    const ended = [
      await run('backup', ['there.gz'], directory, used.settings),
      await run('backup', ['new.gz'], directory, { ...used.settings, MIN_FREE_DISK_MB: '99999999' }),
      await run('restore', [], directory, used.settings),
      await run('restore', ['there.gz'], directory, used.settings),
      await run('restore', ['all.gz'], directory, used.settings),
      await run('import', ['there.gz'], directory, used.settings),
    ]
    expect(ended).toEqual([
      { code: 1, output: 'there.gz is there already\n' },
      { code: 1, output: expect.stringMatching(/^There is no space for a copy of the store: .*\n$/) },
      { code: 1, output: expect.stringMatching(/^npm run restore -- FILE.*\n$/) },
      { code: 1, output: expect.stringMatching(/^there\.gz is no backup of Delphin.*\n$/) },
      { code: 1, output: expect.stringMatching(/^The store .* is in use by process \d+.*\n$/) },
      { code: 1, output: expect.stringMatching(/^The store .* is in use by process \d+.*\n$/) },
    ])
  })
})

describe('the commands import and export', { timeout: 60_000 }, () => {
  let directory: string
  let stores: KeptStore[]

  beforeEach(async () => {
    directory = mkdtempSync(join(tmpdir(), 'delphin-command-'))
    stores = [await keepStore(), await keepStore()]
  })
  afterEach(async () => {
    for (const store of stores) await store.remove()
    rmSync(directory, { recursive: true })
  })

  it('store a dump, and move the history from one store to another', async () => {
    const [first, other] = stores as [KeptStore, KeptStore]
    writeFileSync(join(directory, 'dump.ndjson'), threeDaysOfAClub().join('\n'))
    expect(await run('import', ['dump.ndjson'], directory, first.settings)).toEqual({
      code: 0,
      output: expect.stringMatching(/^Import: 84 lines, 84 answers stored, 0 bad lines skipped\n$/m),
    })
    await expectKnown(first)
    const exported = await run('export', ['history.gz', '--gzip'], directory, first.settings)
    const rows = /^Export: (\d+) rows in history\.gz\n$/.exec(exported.output)?.[1]
    expect([exported.code, Number(rows) > 80]).toEqual([0, true])
    const moved = await run('import', ['history.gz'], directory, other.settings)
    expect(moved).toMatchObject({ code: 0, output: expect.stringContaining(`${rows} rows stored`) })
  })

  /** Imported clubs are known to browse and to the collector. */
  async function expectKnown(kept: KeptStore): Promise<void> {
    const store = await kept.open()
    const clubs = await store.db.selectFrom('clubs').select('tag').execute()
    const shown = await store.db.selectFrom('club_summaries').select('tag').execute()
    const players = await store.db.selectFrom('players').select('tag').execute()
    const shownPlayers = await store.db.selectFrom('player_summaries').select('tag').execute()
    const targets = await store.db.selectFrom('collection_targets').select(['kind', 'key', 'class']).execute()
    await store.close()
    expect(clubs.length).toBeGreaterThan(0)
    expect(shown).toEqual(clubs)
    expect(shownPlayers).toHaveLength(players.length)
    expect(targets).toEqual(clubs.map(({ tag }) => ({ kind: 'club', key: tag, class: 4 })))
  }

  it('say in one line what is wrong', async () => {
    const settings = stores[0]?.settings ?? {}
    writeFileSync(join(directory, 'photo.jpg'), Buffer.from([0xff, 0xd8, 0xff, 0x0a, 0x00]))
    const ended = [
      await run('import', [], directory, settings),
      await run('import', ['nowhere.ndjson'], directory, settings),
      await run('import', ['photo.jpg'], directory, settings),
      await run('import', ['photo.jpg'], directory, { DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none' }),
      await run('export', ['no/folder/file'], directory, settings),
    ]
    expect(ended).toEqual([
      { code: 1, output: expect.stringMatching(/^npm run import -- FILE.*\n$/) },
      { code: 1, output: 'nowhere.ndjson cannot be read: there is no such file\n' },
      { code: 1, output: expect.stringMatching(/line 1: not text in UTF-8(.*\n)*Nothing could be read\.\n$/) },
      { code: 1, output: 'The database of DATABASE_URL cannot be used (ECONNREFUSED)\n' },
      { code: 1, output: 'no/folder/file cannot be written: there is no such folder\n' },
    ])
  })
})

describe('the command reset-password', { timeout: 60_000 }, () => {
  let users: KeptStore
  beforeAll(async () => {
    users = await keepStore()
    const store = await users.open()
    await sql`insert into users (username, email, password_hash, created_at)
      values ('Ada', 'ada@example.com', 'none', now())`.execute(store.db)
    await store.close()
  }, 120_000)
  afterAll(() => users.remove())

  const reset = (args: string[], settings: Record<string, string> = {}) =>
    run('reset-password', args, tmpdir(), { ...users.settings, ...settings })

  it('prints a link that sets a new password, for a username or an email', async () => {
    const links = [await reset(['ada'], { PUBLIC_URL: 'https://delphin.example/' }), await reset(['Ada@example.com'])]
    expect(links[0]?.output).toMatch(
      /^https:\/\/delphin\.example\/password#[\w-]{43}\nThe link works once, for 24 hours.*\n$/,
    )
    expect(links[1]?.output).toMatch(/^http:\/\/127\.0\.0\.1:3000\/password#[\w-]{43}\n/)
    const store = await users.open()
    const stored = await store.db.selectFrom('mail_links').selectAll().execute()
    await store.close()
    expect(stored).toMatchObject([{ purpose: 'operator' }, { purpose: 'operator' }])
    // The store knows the link's hash alone.
    expect(JSON.stringify(stored)).not.toContain(links[0]?.output.split(/[#\n]/)[1])
  })

  it('says in one line what is wrong', async () => {
    expect([await reset([]), await reset(['nobody'])]).toEqual([
      { code: 1, output: expect.stringMatching(/^npm run reset-password -- NAME.*\n$/) },
      { code: 1, output: 'There is no user nobody\n' },
    ])
  })
})
