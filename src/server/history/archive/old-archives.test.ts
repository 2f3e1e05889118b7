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
import { storedHistory } from '#test/store-contents.ts'
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

  const PLAYER =
    '{"tag":"#8QR","name":"Ada","trophies":1024,"roster_trophies":1024,"first_trophies":1000,"club_tag":null,"role":null,' +
    '"first_seen_at":"2026-06-01T08:00:00+00:00","observed_at":"2026-06-03T09:00:00+00:00","changed_at":"2026-06-03T08:00:00+00:00"}'
  const MONTH =
    '{"player_tag":"#8QR","month":"2026-06-01","trophies":[1000,null,1024],"changes":[0,null,1],"scans":[24,0,24]}'
  const observed = (time: string, trophies: number, source: string) =>
    rowLine(
      'observations',
      `{"player_tag":"#8QR","observed_at":"2026-06-${time}:00+00:00","trophies":${trophies},"source":"${source}"}`,
    )
  const OBSERVATIONS = [
    observed('01T08:00', 1000, 'c'),
    observed('02T08:00', 1012, 'p'),
    observed('02T20:00', 900, 'C'),
    observed('03T08:00', 1024, 'c'),
  ]

  it('has its observations stored as raw answers, from which the days are counted again', async () => {
    const lines = [header, rowLine('players', PLAYER), rowLine('player_months', MONTH), ...OBSERVATIONS]
    const end = '{"format":"delphin-history","end":{"rows":6}}'
    expect(await importLines([...lines, end])).toMatchObject({ rows: 6, known: 0, bad: 0 })
    const raw = await store.db.selectFrom('player_answers').selectAll().orderBy('day').execute()
    expect(raw).toEqual([
      { player_tag: '#8QR', day: '2026-06-01', entries: '[28800000,"o",{"T":1000}]\n' },
      { player_tag: '#8QR', day: '2026-06-02', entries: '[28800000,"o",{"T":1012}]\n[72000000,"O",{"T":900}]\n' },
      { player_tag: '#8QR', day: '2026-06-03', entries: '[28800000,"o",{"T":1024}]\n' },
    ])
    expect(await store.db.selectFrom('player_months').selectAll().execute()).toEqual([
      {
        player_tag: '#8QR',
        month: '2026-06-01',
        trophies: [1000, 900, 1024],
        changes: [0, 2, 21],
        estimated: [0, 2, 21],
        scans: [24, 0, 24],
      },
    ])
    const resets = await store.db.selectFrom('player_resets').select(['day', 'trophies']).execute()
    expect(resets).toEqual([{ day: '2026-06-02', trophies: -112 }])
    const player = await store.db.selectFrom('players').selectAll().executeTakeFirstOrThrow()
    expect(player).toMatchObject({ name: 'Ada', trophies: 1024, first_trophies: 1000, club_tag: null })
    expect(await store.db.selectFrom('due_replays').selectAll().execute()).toEqual([])

    const once = await storedHistory(store.db)
    expect(await importLines([...lines, end])).toMatchObject({ rows: 0, known: 6, bad: 0 })
    expect(await storedHistory(store.db)).toEqual(once)
    // In two parts, the newer one first.
    await store.reset()
    await importLines([
      header,
      rowLine('players', PLAYER),
      rowLine('player_months', MONTH),
      ...OBSERVATIONS.slice(2),
      end,
    ])
    expect(await importLines([header, ...OBSERVATIONS, end])).toMatchObject({ rows: 2, known: 2, bad: 0 })
    expect(await storedHistory(store.db)).toEqual(once)
  })

  it('is stored without observations of unknown players and such that are none, and the user is told', async () => {
    const odd = rowLine('observations', '{"player_tag":"#8QR","observed_at":"2026-06-01T09:00:00Z","source":"c"}')
    const unknown = OBSERVATIONS[0]?.replace('#8QR', '#8NN') ?? ''
    await importLines([
      header,
      rowLine('players', PLAYER),
      odd,
      unknown,
      '{"format":"delphin-history","end":{"rows":3}}',
    ])
    expect(said.sort()).toEqual([
      'standard input, line 3: not an observation; skipped',
      'standard input, line 4: the player is not known; skipped',
    ])
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
  const OBSERVATION = '{"player_tag":"#8QR","observed_at":"2026-06-01T08:00:00+00:00","trophies":1000,"source":"c"}'
  const ROWS: Record<string, string> = { settings: SETTING, users: USER, observations: OBSERVATION }
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
    expect(await restoreBackup({ db: store.db, backup, onRows: () => {} })).toBe(3)
    const users = await store.db.selectFrom('users').select(['id', 'username']).execute()
    expect(users).toEqual([{ id: 7, username: 'eve' }])
  })
})
