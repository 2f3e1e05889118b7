import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { manualClock } from '#test/manual-clock.ts'
import { openTestStore, storeKinds, type TestStore } from '#test/open-store.ts'
import { dumpTags, threeDaysOfAClub } from '#test/recorded-dump.ts'
import { storeContents } from '#test/store-contents.ts'
import { importFiles } from './import-files.ts'

describe.each(storeKinds)('a dump of one’s own (%s)', (kind) => {
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

  function importChunks(chunks: Iterable<string | Buffer>, signal?: AbortSignal) {
    const clock = manualClock(new Date('2026-07-01T00:00:00Z'))
    const stdin = Readable.from(chunks)
    const say = (line: string) => said.push(line)
    return importFiles({ db: store.db, clock, files: ['-'], stdin, say, ...(signal ? { signal } : {}) })
  }
  const importLines = (lines: string[]) => importChunks([lines.join('\n')])

  it('brings the trophy line along', async () => {
    expect(await importLines(threeDaysOfAClub())).toEqual({
      lines: 84,
      answers: 84,
      rows: 0,
      known: 0,
      bad: 0,
      glitches: 0,
    })
    const months = await store.db.selectFrom('player_months').selectAll().orderBy('player_tag').execute()
    expect(months).toMatchObject([
      { player_tag: dumpTags.cy, trophies: [null, 500], scans: [null, 24] },
      { player_tag: dumpTags.bo, trophies: [9000, 9000, 9000], changes: [0, 0, 0], scans: [24, 24, 24] },
      // 5 trophies a scan; 24 scans, a profile and a ranking a day.
      { player_tag: dumpTags.ada, trophies: [1115, 1235, 1355], scans: [26, 26, 26] },
    ])
    const club = await store.db.selectFrom('club_months').selectAll().executeTakeFirstOrThrow()
    expect(club).toMatchObject({ trophies: [10_115, 10_735, 10_355], members: [2, 3, 2], scans: [24, 24, 24] })
    const events = await store.db.selectFrom('roster_events').select(['kind', 'player_tag']).orderBy('id').execute()
    expect(events).toEqual([
      { kind: 'joined', player_tag: dumpTags.cy },
      { kind: 'left', player_tag: dumpTags.cy },
    ])
  })

  it('loses neither profile nor member where one run gave everything the same time', async () => {
    await importLines(threeDaysOfAClub().slice(11, 16))
    const members = await store.db.selectFrom('club_members').select('player_tag').orderBy('player_tag').execute()
    expect(members.map((row) => row.player_tag)).toEqual([dumpTags.bo, dumpTags.ada])
    const profiles = await store.db.selectFrom('player_profiles').select('player_tag').execute()
    expect(profiles).toEqual([{ player_tag: dumpTags.ada }])
  })

  it('changes nothing the second time, scans included', async () => {
    await importLines(threeDaysOfAClub())
    const once = await storeContents(store.db)
    expect(await importLines(threeDaysOfAClub())).toMatchObject({ answers: 0, known: 84, bad: 0 })
    expect(await storeContents(store.db)).toEqual(once)
  })

  it('killed half-way and run again, has stored what one run would have', async () => {
    const lines = threeDaysOfAClub(10)
    await importLines(lines)
    const once = await storeContents(store.db)
    await store.reset()

    const stopping = new AbortController()
    function* untilKilled() {
      for (const [index, line] of lines.entries()) {
        if (index === 330) stopping.abort()
        yield `${line}\n`
      }
    }
    expect(await importChunks(untilKilled(), stopping.signal)).toMatchObject({ answers: 200 })
    expect(await importLines(lines)).toMatchObject({ answers: lines.length - 200, known: 200 })
    expect(await storeContents(store.db)).toEqual(once)
  })

  it('may be packed, and cut short', async () => {
    const lines = threeDaysOfAClub()
    const packed = gzipSync(lines.join('\n'))
    expect(await importChunks([packed.subarray(0, 1), packed.subarray(1)])).toMatchObject({ answers: 84, bad: 0 })
    await store.reset()
    const { answers } = await importChunks([packed.subarray(0, Math.floor(packed.length / 2))])
    expect([answers > 10, answers < 84]).toEqual([true, true])
    expect(said.join('\n')).toContain('cut short')
  })

  it('with bad lines, is stored without them, and each is named', async () => {
    const lines = threeDaysOfAClub()
    const good = lines.slice(0, 4)
    const tally = await importLines([...good.slice(0, 2), '{"broken', '', ...good.slice(2), '{"path":"/clubs/%232PP"}'])
    expect(tally).toMatchObject({ lines: 6, answers: 4, bad: 2 })
    expect(said).toEqual([
      'standard input, line 3: not a JSON object; skipped',
      'standard input, line 7: no observed_at; skipped',
    ])
  })

  it('out of the order of time, keeps the newer answer', async () => {
    const [, , first = '', second = ''] = threeDaysOfAClub()
    await importLines([second])
    expect(await importLines([first])).toMatchObject({ answers: 0, known: 1, bad: 0 })
  })
})
