import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { manualClock } from '#test/manual-clock.ts'
import { openTestStore, storeKinds, type TestStore } from '#test/open-store.ts'
import { fillStore, tableDigests } from '#test/store-contents.ts'
import { checkBackup, restoreBackup } from './restore-backup.ts'
import { makeBackup } from './write-archive.ts'

const directory = mkdtempSync(join(tmpdir(), 'delphin-backup-'))
afterAll(() => rmSync(directory, { recursive: true }))
const onRows = () => {}

describe.each(storeKinds)('a backup of the %s store', (kind) => {
  let from: TestStore
  const file = join(directory, `${kind}.ndjson.gz`)
  beforeAll(async () => {
    from = await openTestStore(kind)
    await fillStore(from.db)
    await makeBackup({ db: from.db, clock: manualClock(), file, say: () => {} })
  })
  afterAll(() => from.close())

  it('holds every table, and is read by its owner alone', async () => {
    const { tables } = await checkBackup(file)
    expect(Object.keys(tables).sort()).toEqual(Object.keys(await tableDigests(from.db)).sort())
    expect(tables).toMatchObject({
      users: { rows: 1 },
      api_keys: { rows: 1 },
      observations: { rows: expect.any(Number) },
    })
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  describe.each(storeKinds)('restored to the %s store', (toKind) => {
    let to: TestStore
    beforeAll(async () => {
      to = await openTestStore(toKind)
    })
    afterEach(() => to.reset())
    afterAll(() => to.close())

    it('is equal in every table, and goes on with the numbers it was at', async () => {
      const backup = await checkBackup(file)
      const rows = await restoreBackup({ db: to.db, backup, onRows })
      expect(await tableDigests(to.db)).toEqual(await tableDigests(from.db))
      expect(rows).toBe(Object.values(backup.tables).reduce((sum, table) => sum + table.rows, 0))
      // Bob was number 2, and is gone: his number is not given again.
      const { rows: added } = await sql<{ id: number }>`insert into users (username, email, password_hash, created_at)
        values ('ann', 'a@x.org', 'hash', now()) returning id`.execute(to.db)
      expect(added).toEqual([{ id: 3 }])
    })

    it('is refused by a store that has something, which stays as it is', async () => {
      await sql`insert into settings values ('demo', '{}')`.execute(to.db)
      const before = await tableDigests(to.db)
      const restoring = restoreBackup({ db: to.db, backup: await checkBackup(file), onRows })
      await expect(restoring).rejects.toThrow('The store is not empty: there is something in settings')
      expect(await tableDigests(to.db)).toEqual(before)
    })

    it('leaves nothing when it is interrupted', async () => {
      const stopping = new AbortController()
      const stop = (table: string) => table === 'users' && stopping.abort(new Error('stopped'))
      const backup = await checkBackup(file)
      const restoring = restoreBackup({ db: to.db, backup, onRows: stop, signal: stopping.signal })
      await expect(restoring).rejects.toThrow('stopped')
      expect(Object.values(await tableDigests(to.db)).every((digest) => digest.startsWith('0 '))).toBe(true)
    })
  })
})
