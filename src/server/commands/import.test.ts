import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openStore } from '#server/database/open-store.ts'
import { takeExclusiveLock } from '#server/database/store-directory.ts'
import { layStore } from '#test/open-store.ts'
import { threeDaysOfAClub } from '#test/recorded-dump.ts'

type Ended = { code: number | null; output: string }

describe('the commands import and export', { timeout: 60_000 }, () => {
  let directory: string

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'delphin-command-'))
  })
  afterEach(() => rmSync(directory, { recursive: true }))

  function run(command: 'import' | 'export', args: string[], data = 'data', settings = {}): Promise<Ended> {
    const env = { PATH: process.env.PATH, DATA_DIR: join(directory, data), ...settings }
    const script = join(import.meta.dirname, `${command}.ts`)
    return new Promise((resolve) => {
      const child = execFile(process.execPath, [script, ...args], { env, cwd: directory }, (_, out, err) =>
        resolve({ code: child.exitCode, output: out + err }),
      )
    })
  }

  it('bring a dump in, and the history from one store to the next', async () => {
    writeFileSync(join(directory, 'dump.ndjson'), threeDaysOfAClub().join('\n'))
    expect(await run('import', ['dump.ndjson'])).toEqual({
      code: 0,
      output: 'Import: 84 lines, 84 answers stored, 0 bad lines skipped\n',
    })
    const exported = await run('export', ['history.gz', '--gzip'])
    const rows = /^Export: (\d+) rows in history\.gz\n$/.exec(exported.output)?.[1]
    expect([exported.code, Number(rows) > 80]).toEqual([0, true])
    layStore(join(directory, 'other'))
    const moved = await run('import', ['history.gz'], 'other')
    expect(moved).toMatchObject({ code: 0, output: expect.stringContaining(`${rows} rows stored`) })
  })

  it('have what came in shown by browse and collected from then on', async () => {
    layStore(join(directory, 'data'))
    writeFileSync(join(directory, 'dump.ndjson'), threeDaysOfAClub().join('\n'))
    await run('import', ['dump.ndjson'])
    const store = await openStore({
      databaseUrl: null,
      dataDirectory: join(directory, 'data'),
      connections: 1,
      onError: (error) => {
        throw error
      },
    })
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
  })

  it('leave a store alone that a server has open', async () => {
    writeFileSync(join(directory, 'dump.ndjson'), threeDaysOfAClub().join('\n'))
    const lock = takeExclusiveLock(join(directory, 'data', 'store'))
    const ended = await run('import', ['dump.ndjson'])
    lock.release()
    expect(ended).toEqual({ code: 1, output: expect.stringMatching(/^The store .* is in use by process \d+.*\n$/) })
  })

  it('say in a line what is wrong', async () => {
    layStore(join(directory, 'data'))
    writeFileSync(join(directory, 'photo.jpg'), Buffer.from([0xff, 0xd8, 0xff, 0x0a, 0x00]))
    const url = { DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none' }
    const ended = [
      await run('import', []),
      await run('import', ['nowhere.ndjson']),
      await run('import', ['photo.jpg']),
      await run('import', ['photo.jpg'], 'data', url),
      await run('export', ['no/folder/file']),
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
