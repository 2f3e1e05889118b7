import { createHash, hash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openStore, type Store } from '#server/database/open-store.ts'
import { manualClock } from '#test/manual-clock.ts'
import { openTestStore, storeKinds, type TestStore } from '#test/open-store.ts'
import { importFiles } from './import-files.ts'
import { checkBackup, restoreBackup } from './restore-backup.ts'
import { storedTables } from './table-rows.ts'

const directory = mkdtempSync(join(tmpdir(), 'delphin-old-'))
const file = join(directory, 'old.ndjson')
afterAll(() => rmSync(directory, { recursive: true }))

const rowLine = (table: string, row: string) => `{"table":"${table}","row":${row}}`
const SHELLY = rowLine('brawlers', '{"id":16000000,"name":"SHELLY","seen_at":"2026-06-01T00:30:00+00:00"}')
const COLT = rowLine('brawlers', '{"id":16000001,"name":"COLT","seen_at":"2026-06-01T00:30:00+00:00"}')

describe.each(storeKinds)('an export in the format of November 2026, imported into the %s store', (kind) => {
  const header = '{"format":"delphin-history","version":1,"schema":"0008-club-trophies","exported_at":"2026-11-01"}'
  let store: TestStore
  let said: string[] = []
  beforeAll(async () => {
    store = await openTestStore(kind)
  })
  afterEach(() => {
    said = []
    return store.reset()
  })
  afterAll(() => store.close())

  const importLines = (lines: string[]) => {
    const stdin = Readable.from([lines.join('\n')])
    const clock = manualClock(new Date('2026-11-22T00:00:00Z'))
    return importFiles({ db: store.db, clock, files: ['-'], stdin, say: (line) => said.push(line) })
  }

  it('is stored', async () => {
    const tally = await importLines([header, SHELLY, COLT, '{"format":"delphin-history","end":{"rows":2}}'])
    expect(tally).toMatchObject({ lines: 4, rows: 2, bad: 0 })
    const brawlers = await store.db.selectFrom('brawlers').select('name').orderBy('id').execute()
    expect(brawlers).toEqual([{ name: 'SHELLY' }, { name: 'COLT' }])
  })

  it('is stored as far as it goes when it was cut short, and the user is told', async () => {
    expect(await importLines([header, SHELLY])).toMatchObject({ rows: 1, bad: 1 })
    expect(said).toEqual(['standard input, line 3: the end of the export is missing: it was cut short; skipped'])
  })
})

describe('a backup in the format of November 2026', () => {
  const SETTING = '{"key":"demo","value":{"epoch": "x"}}'
  const USER =
    '{"id":7,"username":"eve","email":"e@x.org","password_hash":"hash","search_count":0,' +
    '"search_history":[],"created_at":"2026-06-02T01:02:03.456789+00:00"}'
  const ROWS: Record<string, string> = { settings: SETTING, users: USER }
  let store: Store
  let tables: string[]
  let lines: string[]

  beforeAll(async () => {
    const options = { databaseUrl: null, dataDirectory: join(directory, 'data'), connections: 1, onError: () => {} }
    store = await openStore({ ...options, schema: '0008-club-trophies' })
    tables = await storedTables(store.db)
    lines = oldBackup()
  }, 60_000)
  afterAll(() => store.close())

  function oldBackup(): string[] {
    const header = '{"format":"delphin-backup","version":1,"schema":"0008-club-trophies","made_at":"2026-11-01"}'
    const rows = tables.flatMap((table) => (ROWS[table] === undefined ? [] : rowLine(table, ROWS[table])))
    const sums = Object.fromEntries(tables.map((table) => [table, sumOf(ROWS[table])]))
    const sequences = [{ table: 'users', column: 'id', last: 9 }]
    const contents = JSON.stringify({ format: 'delphin-backup', tables: sums, sequences })
    return sealed([header, ...rows, contents])
  }

  /** The checksum of a table with one row: the two halves of its digest, each as one number. */
  function sumOf(row: string | undefined) {
    if (row === undefined) return { rows: 0, checksum: '0'.repeat(32) }
    const digest = hash('sha256', row, 'buffer')
    const half = (from: number) => digest.readBigUInt64LE(from).toString(16).padStart(16, '0')
    return { rows: 1, checksum: half(0) + half(8) }
  }

  function sealed(content: string[]): string[] {
    const digest = createHash('sha256').update(written(content)).digest('hex')
    return [...content, JSON.stringify({ format: 'delphin-backup', sha256: digest })]
  }

  const written = (text: string[]) => `${text.join('\n')}\n`

  it.each<[string, () => string[], RegExp]>([
    ['that has lost its last line', () => lines.slice(0, -1), /was cut short/],
    ['that has lost a row', () => lines.toSpliced(1, 1), /is damaged/],
    ['whose row was changed', () => lines.with(1, SHELLY), /is damaged/],
    [
      'whose row was changed, with a digest made for that',
      () => sealed(lines.slice(0, -1).with(1, SHELLY)),
      /is damaged/,
    ],
    ['of a later schema', () => [(lines[0] ?? '').replace('0008', '9999'), ...lines.slice(1)], /newer version/],
  ])('%s is refused', async (_what, contents, reason) => {
    writeFileSync(file, written(contents()))
    await expect(checkBackup(file)).rejects.toThrow(reason)
  })

  it('is restored with its own schema, whose name has changed since', async () => {
    writeFileSync(file, gzipSync(written(lines)))
    const backup = await checkBackup(file)
    expect(backup).toMatchObject({ schema: '0009-club-trophies', sequences: [{ table: 'users', last: 9 }] })
    expect(await restoreBackup({ db: store.db, backup, onRows: () => {} })).toBe(2)
    const users = await store.db.selectFrom('users').select(['id', 'username']).execute()
    expect(users).toEqual([{ id: 7, username: 'eve' }])
  })
})
