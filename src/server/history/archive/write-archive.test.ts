import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { manualClock } from '#test/manual-clock.ts'
import { moves, openTestStore, type TestStore } from '#test/open-store.ts'
import { threeDaysOfAClub } from '#test/recorded-dump.ts'
import { storeContents } from '#test/store-contents.ts'
import { ingest } from '../ingest/ingest.ts'
import { importFiles } from './import-files.ts'
import { readItem } from './read-item.ts'
import { exportFile } from './write-archive.ts'

const clock = manualClock(new Date('2026-07-01T00:00:00Z'))

describe.each(moves)('an export of the %s store, imported into the %s store,', (fromKind, toKind) => {
  let from: TestStore
  let to: TestStore
  let file: string
  const said: string[] = []
  const say = (line: string) => said.push(line)
  const importInto = ({ db }: TestStore, path: string) =>
    importFiles({ db, clock, files: [path], stdin: Readable.from([]), say })

  beforeAll(async () => {
    from = await openTestStore(fromKind)
    to = await openTestStore(toKind)
    file = join(mkdtempSync(join(tmpdir(), 'delphin-export-')), 'history.ndjson')
    writeFileSync(file, threeDaysOfAClub().join('\n'))
    await importInto(from, file)
    await sql`insert into glitches values ('tag', '2026-06-01', 3)`.execute(from.db)
    await sql`insert into settings values ('demo', '{"epoch": "x"}'), ('secret', '"never"')`.execute(from.db)
    await sql`insert into users (username, email, password_hash, created_at) values ('eve', 'e@x.org', 'hash', now())`.execute(
      from.db,
    )
    await sql`update players set changed_at = '2026-06-02T01:02:03.456789Z' where name = 'Bo'`.execute(from.db)
  })
  beforeEach(() => {
    said.length = 0
  })
  afterEach(() => to.reset())
  afterAll(async () => {
    rmSync(join(file, '..'), { recursive: true })
    await from.close()
    await to.close()
  })

  it('can be read by its owner alone, whatever was there under its name', async () => {
    for (const path of [file, `${file}.part`]) {
      writeFileSync(path, '')
      chmodSync(path, 0o666)
    }
    await exportFile({ db: from.db, clock, file, gzip: false, say })
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  it.each([false, true])('brings all history along (gzip: %s)', async (gzip) => {
    const rows = await exportFile({ db: from.db, clock, file, gzip, say })
    expect(await importInto(to, file)).toMatchObject({ rows, bad: 0, known: 0, lines: rows + 2 })
    const moved = await storeContents(from.db)
    expect(await storeContents(to.db)).toEqual({ ...moved, settings: ['{"key": "demo", "value": {"epoch": "x"}}'] })
    expect([moved.club_answers.length, moved.player_answers.length]).toEqual([3, 3])
    expect(await importInto(to, file)).toMatchObject({ rows: 0, known: rows, bad: 0 })
  })

  it('holds neither accounts nor secrets', async () => {
    await exportFile({ db: from.db, clock, file, gzip: true, say })
    const text = gunzipSync(readFileSync(file)).toString()
    expect(text).not.toMatch(/never|e@x\.org|"users"/)
  })

  it('lets the history go on where it was', async () => {
    await exportFile({ db: from.db, clock, file, gzip: false, say })
    await importInto(to, file)
    const [line = ''] = threeDaysOfAClub().slice(-1)
    const later = line.replace('2026-06-03T23:00', '2026-06-04T05:00').replace('"role":"member"', '"role":"senior"')
    const item = readItem({ number: 1, text: later }, { now: clock.now(), words: new Map() })
    if (item.is !== 'answer' || item.answer.kind !== 'club') throw new Error('no scan')
    await ingest(to.db, [item.answer])
    const events = await to.db.selectFrom('roster_events').select('kind').orderBy('id').execute()
    expect(events.map((event) => event.kind)).toEqual(['joined', 'left', 'promoted'])
  })

  it('adds to what is stored without changing it, and the user is told of rows that do not fit', async () => {
    const rows = await exportFile({ db: from.db, clock, file, gzip: false, say })
    const lines = readFileSync(file, 'utf8').trim().split('\n')
    const odd = [
      '{"table":"brawlers","row":{"id":"x","name":"ODD","seen_at":"2026-06-01"}}',
      '{"table":"brawlers","row":{"id":5,"seen_at":"2026-06-01","strange":1}}',
      '{"table":"player_months","row":{"player_tag":"#8NN","month":"2026-06-02","trophies":[1],"changes":[0],"scans":[1]}}',
      '{"table":"player_months","row":{"player_tag":"#8NN","month":"2026-06-01","trophies":[1],"changes":[0],"scans":[1]}}',
      '{"table":"club_resets","row":{"club_tag":"#8NN","day":"2026-06-01","trophies":-1}}',
    ]
    await sql`insert into brawlers values (16000000, 'KEPT', '2026-06-20')`.execute(to.db)
    writeFileSync(file, [...lines.slice(0, -1), ...odd].join('\n'))
    expect(await importInto(to, file)).toMatchObject({ rows: rows - 1, known: 1, bad: 6 })
    const kept = await to.db.selectFrom('brawlers').select('name').orderBy('id').execute()
    expect(kept.map((row) => row.name)).toEqual(['KEPT', 'COLT'])
    // The header is the first line, and the last line of the export is left out.
    const line = (place: number, reason: string) => `line ${rows + 1 + place}: ${reason}; skipped`
    expect(said.map((each) => each.replace(/^.*ndjson, /, '')).sort()).toEqual([
      expect.stringContaining('the store refuses it: invalid input syntax for type integer'),
      line(2, 'brawlers has no column "strange"'),
      line(3, 'month is no first day of a month'),
      line(4, 'the player is not known'),
      line(5, 'the club is not known'),
      line(6, 'the end of the export is missing: it was cut short'),
    ])
  })

  it('is refused when a newer version made it', async () => {
    writeFileSync(file, '{"format":"delphin-archive","version":1,"holds":"history","schema":"9999-future"}\n')
    await expect(importInto(to, file)).rejects.toThrow(/newer version of Delphin/)
  })
})
