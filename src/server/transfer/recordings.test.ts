import { existsSync, readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { manualClock } from '#test/manual-clock.ts'
import { openTestStore, storeKinds, type TestStore } from '#test/open-store.ts'
import { recordedLine } from '#test/recorded-dump.ts'
import { importFiles } from './import-files.ts'

const recordings = new URL('../../../../shared/field/recordings/', import.meta.url)
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

describe.skipIf(absent).each(storeKinds)(`real answers that someone kept (%s)${skipped}`, (kind) => {
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

  async function count(table: 'players' | 'club_members' | 'player_battles' | 'rankings' | 'brawlers') {
    const { rows } = await store.db
      .selectFrom(table)
      .select((row) => row.fn.countAll<number>().as('rows'))
      .executeTakeFirstOrThrow()
    return rows
  }

  it('are stored, all but the broken ranking and the page of members', async () => {
    const { tally, said } = await importAll()
    expect(tally).toMatchObject({ lines: 10, answers: 8, known: 0, bad: 2, glitches: 0 })
    expect(said).toEqual([
      expect.stringMatching(/^standard input, line 7: .*; skipped$/),
      'standard input, line 8: the path is none that can be imported; skipped',
    ])
    // 30 members and a player of another club; two logs of 25 battles; the two rankings; 104 brawlers.
    const counts = await Promise.all(
      (['players', 'club_members', 'player_battles', 'rankings', 'brawlers'] as const).map(count),
    )
    expect(counts).toEqual([31, 30, 50, 2, 104])
    const president = await store.db.selectFrom('players').selectAll().where('tag', '=', '#GJRV99Q8').executeTakeFirst()
    expect(president).toMatchObject({ trophies: 123_664, roster_trophies: 123_561, role: 'president' })
    expect((await importAll()).tally).toMatchObject({ answers: 0, known: 8, bad: 2 })
  })
})
