import { existsSync, readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { isWholeRun } from '#test/how-much.ts'
import { manualClock } from '#test/manual-clock.ts'
import { openTestStore, storeKinds, type TestStore } from '#test/open-store.ts'
import { dumpTags, recordedLine, threeDaysOfAClub } from '#test/recorded-dump.ts'
import { storeContents, storedHistory } from '#test/store-contents.ts'
import { describeTally, importFiles } from './import-files.ts'

/** Each takes half a second. */
const ORDERS = isWholeRun ? 20 : 6

describe.each(storeKinds)('a recording of three days of a club, imported into the %s store,', (kind) => {
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

  it('becomes daily series and roster events', async () => {
    expect(await importLines(threeDaysOfAClub())).toEqual({
      lines: 84,
      answers: 84,
      rows: 0,
      known: 0,
      bad: 0,
      reasons: {},
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

  it('keeps profile and members of answers that have the same time', async () => {
    await importLines(threeDaysOfAClub().slice(11, 16))
    const members = await store.db.selectFrom('club_members').select('player_tag').orderBy('player_tag').execute()
    expect(members.map((row) => row.player_tag)).toEqual([dumpTags.bo, dumpTags.ada])
    const profiles = await store.db.selectFrom('player_profiles').select('player_tag').execute()
    expect(profiles).toEqual([{ player_tag: dumpTags.ada }])
  })

  it('changes nothing when it is imported again, the number of scans included', async () => {
    await importLines(threeDaysOfAClub())
    const once = await storeContents(store.db)
    expect(await importLines(threeDaysOfAClub())).toMatchObject({ answers: 0, known: 84, bad: 0 })
    expect(await storeContents(store.db)).toEqual(once)
  })

  it('is stored as by one import when the first was stopped half-way', async () => {
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

  it('may be packed, and is stored as far as it goes when it was cut short', async () => {
    const lines = threeDaysOfAClub()
    const packed = gzipSync(lines.join('\n'))
    expect(await importChunks([packed.subarray(0, 1), packed.subarray(1)])).toMatchObject({ answers: 84, bad: 0 })
    await store.reset()
    const { answers } = await importChunks([packed.subarray(0, Math.floor(packed.length / 2))])
    expect([answers > 10, answers < 84]).toEqual([true, true])
    expect(said.join('\n')).toContain('cut short')
  })

  it('is stored without its bad lines, and the user is told of each', async () => {
    const lines = threeDaysOfAClub()
    const good = lines.slice(0, 4)
    const tally = await importLines([...good.slice(0, 2), '{"broken', '', ...good.slice(2), '{"path":"/clubs/%232PP"}'])
    expect(tally).toMatchObject({
      lines: 6,
      answers: 4,
      bad: 2,
      reasons: { 'not a JSON object': 1, 'no observed_at': 1 },
    })
    expect(said).toEqual([
      'standard input, line 3: not a JSON object; skipped',
      'standard input, line 7: no observed_at; skipped',
    ])
  })

  it('is summed up with the reasons for which lines were skipped, the most frequent first', async () => {
    const bad = ['{"path":"/clubs/%232PP"}', '{"broken', '[]', 'null']
    expect(describeTally(await importLines([...threeDaysOfAClub().slice(0, 4), ...bad]))).toBe(
      '8 lines, 4 answers stored, 4 bad lines skipped (3: not a JSON object; 1: no observed_at)',
    )
  })

  it('brings in an answer that is older than what is stored', async () => {
    const [, , first = '', second = ''] = threeDaysOfAClub()
    await importLines([first, second])
    const expected = await allContents()
    await store.reset()
    await importLines([second])
    expect(await importLines([first])).toMatchObject({ answers: 1, known: 0, bad: 0 })
    expect(await allContents()).toEqual(expected)
    expect(await importLines([first])).toMatchObject({ answers: 0, known: 1, bad: 0 })
  })

  /** All that is stored; events without their numbers, which tell the order in which they were found. */
  async function allContents() {
    return { ...(await storeContents(store.db)), ...(await storedHistory(store.db)) }
  }

  /** How many answers were stored. A list of brawlers that is older than a stored one tells nothing, so it is known. */
  async function stored(lines: string[]) {
    const lists = lines.filter((line) => line.includes('"path":"/brawlers"'))
    const { answers, known } = await importLines(lines)
    expect(known).toBeLessThanOrEqual(lists.length)
    return answers + known
  }

  it('counts what profiles say of Ranked that was set aside', async () => {
    const profile = (day: number, rankedSeasonId: number) =>
      recordedLine(`2026-06-0${day}T12:00:00Z`, `/players/${encodeURIComponent(dumpTags.ada)}`, {
        ...{ tag: dumpTags.ada, name: 'Ada', trophies: 0, brawlers: [], club: {} },
        ...{ rankedSeasonId, rankedRank: 13, rankedRankName: 'MYTHIC I', rankedElo: 4600 },
      })
    const { answers, glitches } = await importLines([profile(1, 46), profile(2, 45), profile(3, 46)])
    expect([answers, glitches]).toEqual([3, 1])
  })

  it('names modes as the stored list does, and a list among the lines', async () => {
    const modes = (id: number, name: string) =>
      recordedLine('2026-06-01T12:00:00Z', '/gamemodes', { items: [{ id, name }] })
    const times = { startTime: '20260601T080000.000Z', endTime: '20260602T080000.000Z' }
    const rotation = [901, 902].map((modeId) => ({
      ...times,
      event: { id: modeId, mode: 'unknown', modeId, map: 'Map' },
    }))
    await importLines([modes(901, 'SOME MODE')])
    await importLines([modes(902, 'OTHER MODE'), recordedLine('2026-06-01T12:05:00Z', '/events/rotation', rotation)])
    const events = await store.db.selectFrom('rotation_events').select('mode').orderBy('event_id').execute()
    expect(events.map(({ mode }) => mode)).toEqual(['someMode', 'otherMode'])
  })

  it('is stored as by one import when its lines are shuffled', async () => {
    const lines = threeDaysOfAClub()
    await importLines(lines)
    const inOrder = await allContents()
    const check = async (shuffled: string[]) => {
      await store.reset()
      expect(await stored(shuffled)).toBe(84)
      expect(await allContents()).toEqual(inOrder)
    }
    await fc.assert(fc.asyncProperty(fc.shuffledSubarray(lines, { minLength: 84 }), check), { numRuns: 3 })
  }, 60_000)

  it(`is stored as by one import when it comes in parts, in any of ${ORDERS} random orders`, async () => {
    const lines = threeDaysOfAClub()
    await importLines(lines)
    const inOrder = await allContents()
    const parts = Array.from({ length: 7 }, (_, part) => lines.slice(12 * part, 12 * part + 12))
    const check = async (shuffled: string[][]) => {
      await store.reset()
      for (const part of shuffled) expect(await stored(part)).toBe(12)
      expect(await allContents()).toEqual(inOrder)
    }
    await fc.assert(fc.asyncProperty(fc.shuffledSubarray(parts, { minLength: 7 }), check), { numRuns: ORDERS })
  }, 120_000)
})

const recordings = new URL('../../../../../shared/field/recordings/', import.meta.url)
const absent = !existsSync(recordings)
const skipped = absent ? ' (skipped: the recordings are not beside this project)' : ''

const FILES: [time: string, path: string, file: string][] = [
  ['2025-08-14T19:00:00Z', '/players/%2388YV8VQJL/battlelog', 'battlelogs/krawl_duels_2025-08-14.json'],
  ['2025-08-15T02:20:00Z', '/players/%23GJRV99Q8/battlelog', 'battlelogs/krawl_ladder-brawlBall_2025-08-15.json'],
  ['2025-08-15T03:00:00Z', '/players/%23GJRV99Q8', 'players/krawl_GJRV99Q8_top-club-president_2025-08.json'],
  ['2025-08-15T03:00:00Z', '/clubs/%2380GP0LRL0', 'clubs/krawl_80GP0LRL0_rank1-global_2025-08.json'],
  ['2025-08-15T03:05:00Z', '/rankings/global/clubs', 'rankings/krawl_clubs_no_paging.json'],
  ['2025-08-15T03:06:00Z', '/rankings/global/brawlers/16000000', 'rankings/krawl_brawlers_no_paging.json'],
  ['2025-08-15T03:07:00Z', '/rankings/global/players', 'rankings/krawl_players_paging_1.json'],
  ['2025-08-15T03:08:00Z', '/clubs/%2380GP0LRL0/members', 'members/krawl_80GP0LRL0_no_paging.json'],
  ['2026-04-12T12:00:00Z', '/v1/players/%23JRLLR9QU', 'players/maximistr_JRLLR9QU_2026-04-12.json'],
  ['2026-05-04T00:00:00Z', '/brawlers', 'brawlers/louisbgl_full_2026-05-04.json'],
]

describe.skipIf(absent).each(storeKinds)(
  `real answers of 2025 and 2026, imported into the %s store${skipped},`,
  (kind) => {
    let store: TestStore

    beforeAll(async () => {
      store = await openTestStore(kind)
    })
    afterAll(() => store.close())

    async function importAll() {
      const lines = FILES.map(([time, path, file]) =>
        recordedLine(time, path, JSON.parse(readFileSync(new URL(file, recordings), 'utf8'))),
      )
      const said: string[] = []
      const clock = manualClock(new Date('2026-07-01T00:00:00Z'))
      const stdin = Readable.from([lines.join('\n')])
      const tally = await importFiles({ db: store.db, clock, files: ['-'], stdin, say: (line) => said.push(line) })
      return { tally, said }
    }

    async function count(table: 'players' | 'club_members' | 'battles' | 'rankings' | 'brawlers') {
      const { rows } = await store.db
        .selectFrom(table)
        .select((row) => row.fn.countAll<number>().as('rows'))
        .executeTakeFirstOrThrow()
      return rows
    }

    it('are stored, except a broken ranking and a page of members without its club', async () => {
      const { tally, said } = await importAll()
      expect(tally).toMatchObject({ lines: 10, answers: 8, known: 0, bad: 2, glitches: 0 })
      expect(said).toEqual([
        expect.stringMatching(/^standard input, line 7: .*; skipped$/),
        'standard input, line 8: the path is none that can be imported; skipped',
      ])
      // 30 members and a player of another club; two logs of 25 battles; the two rankings; 104 brawlers.
      const counts = await Promise.all(
        (['players', 'club_members', 'battles', 'rankings', 'brawlers'] as const).map(count),
      )
      expect(counts).toEqual([31, 30, 50, 2, 104])
      const president = await store.db
        .selectFrom('players')
        .selectAll()
        .where('tag', '=', '#GJRV99Q8')
        .executeTakeFirst()
      expect(president).toMatchObject({ trophies: 123_664, roster_trophies: 123_561, role: 'president' })
      expect((await importAll()).tally).toMatchObject({ answers: 0, known: 8, bad: 2 })
    })
  },
)
