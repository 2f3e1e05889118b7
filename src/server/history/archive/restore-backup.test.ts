import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { manualClock } from '#test/manual-clock.ts'
import { moves, openTestStore, type TestStore } from '#test/open-store.ts'
import { fillStore, tableDigests } from '#test/store-contents.ts'
import { checkBackup, restoreBackup } from './restore-backup.ts'
import { exportFile, makeBackup } from './write-archive.ts'

const directory = mkdtempSync(join(tmpdir(), 'delphin-backup-'))
afterAll(() => rmSync(directory, { recursive: true }))
const onRows = () => {}
const say = () => {}

describe.each(moves)('a backup of the %s store, restored to the %s store,', (fromKind, toKind) => {
  let from: TestStore
  let to: TestStore
  const file = join(directory, `${fromKind}-${toKind}.ndjson.gz`)
  beforeAll(async () => {
    from = await openTestStore(fromKind)
    to = await openTestStore(toKind)
    await fillStore(from.db)
    await makeBackup({ db: from.db, clock: manualClock(), file, say })
  })
  afterEach(() => to.reset())
  afterAll(async () => {
    await from.close()
    await to.close()
  })

  it('holds every table, and only its owner may read it', async () => {
    const { tables } = await checkBackup(file)
    expect(Object.keys(tables).sort()).toEqual(Object.keys(await tableDigests(from.db)).sort())
    expect(tables).toMatchObject({
      users: { rows: 1 },
      api_keys: { rows: 1 },
      club_answers: { rows: 3 },
      player_answers: { rows: 3 },
    })
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  it('is equal in every table, and gives no number twice', async () => {
    const backup = await checkBackup(file)
    const rows = await restoreBackup({ db: to.db, backup, onRows })
    expect(await tableDigests(to.db)).toEqual(await tableDigests(from.db))
    expect(rows).toBe(Object.values(backup.tables).reduce((sum, table) => sum + table.rows, 0))
    // The user with number 2 was deleted before the backup.
    const ann = { username: 'ann', email: 'a@x.org', password_hash: 'hash', created_at: new Date() }
    const added = await to.db.insertInto('users').values(ann).returning('id').execute()
    expect(added).toEqual([{ id: 3 }])
  })

  it('is refused by a store that is not empty, which stays as it is', async () => {
    await sql`insert into settings values ('demo', '{}')`.execute(to.db)
    const before = await tableDigests(to.db)
    const restoring = restoreBackup({ db: to.db, backup: await checkBackup(file), onRows })
    await expect(restoring).rejects.toThrow('The store is not empty: there is something in settings')
    expect(await tableDigests(to.db)).toEqual(before)
  })

  it('leaves nothing behind when it is interrupted', async () => {
    const stopping = new AbortController()
    const stop = (table: string) => {
      if (table === 'users') stopping.abort(new Error('stopped'))
    }
    const backup = await checkBackup(file)
    const restoring = restoreBackup({ db: to.db, backup, onRows: stop, signal: stopping.signal })
    await expect(restoring).rejects.toThrow('stopped')
    expect(Object.values(await tableDigests(to.db)).every((digest) => digest.startsWith('0 '))).toBe(true)
  })
})

describe('the check of a backup before it is restored', () => {
  const file = join(directory, 'checked.gz')
  let packed: Buffer
  let exported: Buffer
  let lines: string[]

  beforeAll(async () => {
    const { db, close } = await openTestStore()
    await fillStore(db)
    await makeBackup({ db, clock: manualClock(), file, say })
    packed = readFileSync(file)
    lines = gunzipSync(packed).toString().trimEnd().split('\n')
    await exportFile({ db, clock: manualClock(), file, gzip: false, say })
    exported = readFileSync(file)
    await close()
  })

  const written = (text: string[]) => `${text.join('\n')}\n`
  const at = (share: number) => Math.floor(packed.length * share)

  it.each<[string, () => Buffer | string, RegExp]>([
    ['one cut in the middle', () => packed.subarray(0, at(0.5)), /is damaged/],
    ['one cut by a byte', () => packed.subarray(0, -1), /is damaged/],
    [
      'one with a bit changed',
      () => Buffer.from(packed).fill((packed[at(0.4)] ?? 0) ^ 4, at(0.4), at(0.4) + 1),
      /is damaged/,
    ],
    ['one that was unpacked and has lost its last line', () => written(lines.slice(0, -1)), /was cut short/],
    ['one that was unpacked and cut in its last line', () => written(lines).slice(0, -9), /was cut short/],
    ['one that was unpacked and has lost a row', () => written(lines.toSpliced(5, 1)), /is damaged/],
    ['one that was unpacked and has a row twice', () => written(lines.toSpliced(5, 0, lines[5] ?? '')), /is damaged/],
    ['one with a row after its end', () => written([...lines, lines[5] ?? '']), /is damaged/],
    [
      'one that was packed again with a figure changed',
      () => gzipSync(written(lines).replace('"trophies":', '"trophies":1')),
      /is damaged/,
    ],
    [
      'one whose sequence was changed',
      () => written(lines).replace('"column":"id","last":2', '"column":"id","last":1'),
      /is damaged/,
    ],
    [
      'one of a later schema',
      () => written([(lines[0] ?? '').replace(/0\d{3}-/, '9999-'), ...lines.slice(1)]),
      /newer version/,
    ],
    ['an export', () => exported, /is no backup/],
    ['an empty file', () => '', /is no backup/],
    ['a picture', () => Buffer.from([0xff, 0xd8, 0xff, 0x0a, 0x00]), /is damaged/],
  ])('refuses %s', async (_what, contents, reason) => {
    writeFileSync(file, contents())
    await expect(checkBackup(file)).rejects.toThrow(reason)
  })

  it('accepts a backup that was unpacked', async () => {
    writeFileSync(file, written(lines))
    expect((await checkBackup(file)).tables.users).toMatchObject({ rows: 1 })
  })
})
