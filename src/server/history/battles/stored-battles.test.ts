import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Battle, ObservedAnswer } from '#server/game/answers.ts'
import { parseBattleLog } from '#server/game/payloads/battle-log.ts'
import { ingest } from '#server/history/ingest/ingest.ts'
import { rebuildHistory, replayDue } from '#server/history/ingest/replay.ts'
import type { PlayerSide } from '#server/metrics/player-side.ts'
import { addDays, calendarDay, dayOf } from '#shared/days.ts'
import { battle, battleLog, member, scan, team } from '#test/club-history.ts'
import { manualClock } from '#test/manual-clock.ts'
import { openTestStore, storeKinds, type TestStore } from '#test/open-store.ts'
import { storeContents, storedHistory } from '#test/store-contents.ts'
import { importFiles } from '../archive/import-files.ts'
import { exportFile } from '../archive/write-archive.ts'
import { ingestBattleLogs, mergePlayerDays, storedDays } from '../ingest/battle-logs.ts'
import { renewBattleMonths, totalsOf, unpackTotals } from './battle-months.ts'
import { leaveBattles } from './hide-in-battles.ts'
import { battleMaps, battlesByKey, playerBattlesBefore } from './read-battles.ts'
import { unpackSides } from './unpack-battles.ts'

const TEAMS = [team('#2PP #8QQ #9LL'), team('#2VV #8YY #9JJ')]
/** The battle as one of the six saw it. */
function sideOf(at: string, place: number, given: Partial<Battle> = {}): Battle {
  const isFirst = place < 3
  const own = { team: isFirst ? 0 : 1, place: place % 3 }
  return battle(at, isFirst ? 8 : -4, { teams: TEAMS, own, star: 1, ...given })
}

async function battlesOf({ db }: TestStore) {
  const { battles, player_battles, battle_maps } = await storeContents(db)
  return { battles, player_battles, battle_maps }
}

describe.each(storeKinds)('battles in the %s store', (kind) => {
  let store: TestStore
  beforeAll(async () => {
    store = await openTestStore(kind)
  })
  afterAll(() => store.close())
  beforeEach(() => store.reset())

  const ingestEach = async (...answers: ObservedAnswer[]) => {
    for (const answer of answers) await ingest(store.db, [answer])
  }
  const since = calendarDay('2026-03-01')
  /** A player's battles from 1 March on, oldest first. */
  const sidesOf = async (tag: string) => {
    const days = await store.db
      .selectFrom('player_battles')
      .select(['day', 'sides'])
      .where('player_tag', '=', tag)
      .where('day', '>=', since)
      .orderBy('day')
      .execute()
    return days.flatMap(({ day, sides }) => unpackSides(sides, Date.parse(day)))
  }
  const logs = [
    battleLog('2026-03-01T12:00Z', '#2PP', [sideOf('2026-03-01T09:00Z', 0), sideOf('2026-03-01T09:03Z', 0)]),
    battleLog('2026-03-01T12:00Z', '#8QQ', [sideOf('2026-03-01T09:00Z', 1), sideOf('2026-03-01T09:03Z', 1)]),
    battleLog('2026-03-01T13:00Z', '#9JJ', [sideOf('2026-03-01T09:03Z', 5), battle('2026-02-28T23:59:59Z', 3)]),
    // The same battle again, later: the game has learnt the mode meanwhile.
    battleLog('2026-03-02T13:00Z', '#2PP', [sideOf('2026-03-01T09:03Z', 0, { mode: 'knockout' })]),
  ]

  it('are the same rows in whatever order the logs come, and after a rebuild', async () => {
    await ingestEach(...logs)
    const inOrder = await storedHistory(store.db)
    expect(inOrder.battles).toHaveLength(3)
    for (const order of [
      [3, 2, 1, 0],
      [2, 0, 3, 1, 0],
    ]) {
      await store.reset()
      await ingestEach(...order.flatMap((place) => logs[place] ?? []))
      expect(await storedHistory(store.db)).toEqual(inOrder)
    }
    await replayDue(store.db)
    await rebuildHistory(store.db)
    expect(await storedHistory(store.db)).toEqual(inOrder)
  })

  it('of two stores that know different logs come together by an export', async () => {
    await ingestEach(...logs)
    const whole = await battlesOf(store)
    await store.reset()
    const other = await openTestStore(kind)
    const directory = mkdtempSync(join(tmpdir(), 'delphin-battles-'))
    const clock = manualClock(new Date('2026-03-10T00:00Z'))
    const options = { clock, say: () => {} }
    for (const [place, log] of logs.entries()) await ingest((place % 2 === 0 ? store : other).db, [log])
    const file = join(directory, 'export.ndjson')
    await exportFile({ db: other.db, file, gzip: false, ...options })
    const importInto = ({ db }: TestStore) => importFiles({ db, files: [file], stdin: Readable.from([]), ...options })
    expect(await importInto(store)).toMatchObject({ bad: 0 })
    expect(await battlesOf(store)).toEqual(whole)
    expect(await importInto(store)).toMatchObject({ bad: 0, rows: 0 })
    await other.close()
    rmSync(directory, { recursive: true })
  })

  it('are read as players fought them, and whole by their keys', async () => {
    await ingestEach(...logs)
    expect(await sidesOf('#2PP')).toMatchObject([
      { at: Date.parse('2026-03-01T09:00Z'), mode: 'brawlBall', result: 'win', star: false, mates: ['#8QQ', '#9LL'] },
      { at: Date.parse('2026-03-01T09:03Z'), mode: 'knockout', result: 'win', lobby: 'people' },
    ])
    const newest = await playerBattlesBefore(store.db, '#9JJ', { before: null, limit: 1 })
    expect(newest).toMatchObject([{ at: Date.parse('2026-03-01T09:03Z'), side: { result: 'loss' } }])
    const older = await playerBattlesBefore(store.db, '#9JJ', { before: newest[0] ?? null, limit: 5 })
    expect(older.map(({ at }) => at)).toEqual([Date.parse('2026-02-28T23:59:59Z')])
    const whole = await battlesByKey(store.db, newest)
    expect(whole.get(newest[0]?.key ?? '')).toMatchObject({ teams: TEAMS, results: 0x21, owners: 0b100011 })
    expect(await battleMaps(store.db)).toEqual(new Map([[15000007, { mode: 'knockout', map: 'Sneaky Fields' }]]))
  })

  it('of a player who is hidden lose the tag and change no count of others', async () => {
    await ingestEach(...logs)
    const before = await Promise.all(['#9JJ', '#2PP'].map(sidesOf))
    const count = () => store.db.selectFrom('battles').select(['results', 'owners']).orderBy('battle_key').execute()
    const results = await count()
    await leaveBattles(store.db, '#8QQ')
    expect(await count()).toEqual(results)
    expect(await sidesOf('#9JJ')).toEqual(before[0])
    expect(await sidesOf('#2PP')).toEqual(before[1]?.map((side) => ({ ...side, mates: ['#9LL'] })))
    const [place] = await playerBattlesBefore(store.db, '#9JJ', { before: null, limit: 1 })
    const [whole] = (await battlesByKey(store.db, place ? [place] : [])).values()
    expect(whole?.teams[0]?.fighters.map(({ tag }) => tag)).toEqual(['#2PP', null, '#9LL'])
    // A log that names the hidden player comes without the tag, and tells nothing new then.
    const stored = await storedHistory(store.db)
    await store.db
      .insertInto('tombstones')
      .values({ tag: '#8QQ', wish: 'hide', alias: 'hidden-1', since: new Date(0) })
      .execute()
    await ingestEach(logs[0] as ObservedAnswer)
    expect(await storedHistory(store.db)).toEqual(stored)
  })

  it('of a covered day are as many as the heatmap counts', async () => {
    const club = (at: string, trophies: number) => scan(at, [member('#2PP', trophies), member('#M0', 2000)])
    const times = ['08:30', '09:00', '09:03', '14:10'].map((time) => `2026-03-01T${time}Z`)
    await ingestEach(club('2026-03-01T08:00Z', 1000), club('2026-03-01T20:00Z', 1032))
    const seen = [battle('2026-02-28T07:00Z', 0), ...times.map((at) => sideOf(at, 0))]
    await ingestEach(battleLog('2026-03-01T21:00Z', '#2PP', seen))
    const months = await store.db.selectFrom('player_months').selectAll().where('player_tag', '=', '#2PP').execute()
    const moved = (await sidesOf('#2PP')).filter((side) => side.trophyChange !== 0)
    expect(moved).toHaveLength(4)
    expect(months.find(({ month }) => month === '2026-03-01')).toMatchObject({ changes: [4], estimated: [0] })
  })

  it('keep their totals by month when their days are dropped, and count late ones until then', async () => {
    await ingestEach(...logs)
    expect(await renewBattleMonths(store.db)).toBeGreaterThan(0)
    expect(await renewBattleMonths(store.db)).toBe(0)
    const march = async () => {
      const rows = await store.db
        .selectFrom('player_battle_months')
        .selectAll()
        .where('player_tag', '=', '#2PP')
        .execute()
      return rows.map(({ month, battles, totals }) => [month, battles, unpackTotals(totals)])
    }
    const sides = await sidesOf('#2PP')
    expect(await march()).toEqual([['2026-03-01', 2, totalsOf(sides)]])
    await ingestEach(battleLog('2026-03-03T12:00Z', '#2PP', [sideOf('2026-03-02T09:00Z', 0)]))
    await renewBattleMonths(store.db)
    const whole = await march()
    expect(whole).toMatchObject([
      [
        '2026-03-01',
        3,
        [
          { mode: 'brawlBall', battles: 2 },
          { mode: 'knockout', battles: 1 },
        ],
      ],
    ])
    await store.db.deleteFrom('player_battles').where('day', '<', addDays(since, 1)).execute()
    await ingestEach(battleLog('2026-03-03T13:00Z', '#2PP', [sideOf('2026-03-02T09:05Z', 0)]))
    await renewBattleMonths(store.db)
    expect(await march()).toEqual(whole)
  })

  it('mark the weeks and months whose totals are to be made again, but not when nothing is new', async () => {
    await ingestEach(...logs)
    const due = async () => [
      (await store.db.selectFrom('due_meta_weeks').select('week').orderBy('week').execute()).map(({ week }) => week),
      (await store.db.selectFrom('due_battle_months').selectAll().execute()).length,
    ]
    // 1 March 2026 is a Sunday.
    expect(await due()).toEqual([['2026-02-23'], 4])
    await store.db.deleteFrom('due_meta_weeks').execute()
    await store.db.deleteFrom('due_battle_months').execute()
    await ingestEach(...logs)
    expect(await due()).toEqual([[], 0])
  })

  it('are not lost when another process stores battles of the same day meanwhile', async () => {
    const day = dayOf(new Date('2026-03-01'))
    const ofDay = (second: number, letter: string) => ({
      tag: '#2PP',
      day,
      second,
      key: letter.repeat(32),
      side: Buffer.from([0]),
    })
    const before = await storedDays(store.db, [ofDay(1, 'a')])
    await ingestEach(battleLog('2026-03-01T12:00Z', '#2PP', [sideOf('2026-03-01T09:00Z', 0)]))
    await expect(mergePlayerDays(store.db, [ofDay(1, 'a')], before)).rejects.toMatchObject({ code: '40001' })
    await mergePlayerDays(store.db, [ofDay(1, 'a')], await storedDays(store.db, [ofDay(1, 'a')]))
    expect(await sidesOf('#2PP')).toHaveLength(2)
  })

  // The embedded store has one connection: there nothing happens meanwhile.
  it.runIf(kind !== 'embedded')(
    'leave the mark of their month while the totals are made before they are stored',
    async () => {
      const log = (...times: string[]) =>
        battleLog(
          '2026-03-01T12:00Z',
          '#2PP',
          times.map((time) => sideOf(time, 0)),
        )
      await ingestEach(log('2026-03-01T09:00Z'))
      await store.db.transaction().execute(async (transaction) => {
        await ingestBattleLogs(transaction, [log('2026-03-01T09:00Z', '2026-03-01T09:03Z')])
        await renewBattleMonths(store.db)
      })
      await renewBattleMonths(store.db)
      const months = await store.db.selectFrom('player_battle_months').select(['month', 'battles']).execute()
      expect(months).toEqual([{ month: '2026-03-01', battles: 2 }])
    },
  )

  it('that are odd are stored or set aside and counted', async () => {
    const person = (tag: string, id = 16000000) => ({
      tag,
      name: null,
      brawler: { id, name: null, power: 9, trophies: 700 },
    })
    const entry = (time: string, battle: object) => ({
      battleTime: `20260301T09${time}.000Z`,
      event: { id: 15000026, mode: 'brawlBall', map: 'Pinhole Punt' },
      battle: { mode: 'brawlBall', type: 'ranked', result: 'victory', duration: 60, trophyChange: 8, ...battle },
    })
    const five = ['#2PP', '#2LL', '#2YY', '#2QQ', '#2GG'].map((tag) => person(tag))
    const others = ['#8PP', '#8LL', '#8YY', '#8QQ', '#8GG'].map((tag) => person(tag))
    const twice = {
      tag: '#2PP',
      brawlers: [1, 1, 2].map((id) => ({ id: 16000000 + id, name: null, power: 9, trophies: 10 })),
    }
    const items = [
      entry('0100', { teams: [[person('#2PP')], [person('#8QQ')]] }),
      entry('0200', { teams: [five, others] }),
      entry('0300', { teams: [[person('#2PP')], [person('#8QQ')]] }),
      entry('0300', { teams: [[person('#2PP', 16000001)], [person('#8QQ')]] }),
      entry('0400', { mode: 'duels', players: [twice, person('#8QQ')] }),
      entry('0500', {
        mode: 'a mode of the year 2040',
        type: 'a new type',
        teams: [[person('#2PP')], [person('#8QQ')]],
      }),
      entry('0600', { teams: undefined }),
      entry('0700', { teams: [[null, person('#2PP')], [{ tag: 5 }]] }),
    ]
    const { body, glitches } = parseBattleLog({ items }, '#2PP', new Map())
    expect(glitches.map(({ detail }) => detail)).toEqual([
      'player is not in this battle',
      'unreadable participant',
      'unreadable participant',
    ])
    await ingestEach({ kind: 'battle-log', tag: '#2PP', body, observedAt: new Date('2026-03-01T12:00Z') })
    const sides = await sidesOf('#2PP')
    expect(sides.map(({ mode, mates, brawlers }) => [mode, mates.length, brawlers.length])).toEqual([
      ['brawlBall', 0, 1],
      ['brawlBall', 4, 1],
      ['brawlBall', 0, 1],
      ['brawlBall', 0, 1],
      ['brawlBall', 0, 3],
      ['brawlBall', 0, 1],
      ['brawlBall', 0, 1],
    ])
  })
})

const plain: PlayerSide = {
  at: 0,
  family: 'ladder',
  format: 'teams',
  lobby: 'unknown',
  mode: 'duels',
  eventId: 1,
  brawlers: [],
  result: null,
  place: null,
  teams: null,
  star: null,
  trophyChange: 9,
  changes: null,
  seconds: 60,
  mates: [],
}

it('the totals of a month count a battle of duels once, and once for each brawler', () => {
  const brawlers = [2, 1, 2].map((id) => ({ id, trophies: 5 }))
  const duel: PlayerSide = { ...plain, format: 'duels', brawlers, result: 'win' }
  const won = { battles: 1, wins: 1, draws: 0, stars: 0, places: 0, topHalves: 0, seconds: 60 }
  const expected = (...trophies: number[]) => trophies.map((each, brawler) => ({ ...won, brawler, trophies: each }))
  expect(totalsOf([{ ...duel, changes: [3, 2, 4] }])).toMatchObject(expected(9, 2, 7))
  expect(totalsOf([duel])).toMatchObject(expected(9, 0, 0))
})

it('the totals of a month hold the places of showdowns, and how many lay in the upper half', () => {
  const rows = totalsOf([2, 5, 6].map((place) => ({ ...plain, format: 'showdown', place, teams: 10 })))
  expect(rows).toMatchObject([{ battles: 3, wins: 0, places: 13, topHalves: 2, trophies: 27, seconds: 180 }])
})
