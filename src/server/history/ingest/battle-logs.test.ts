import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Battle, ObservedAnswer } from '#server/game/answers.ts'
import { battle, battleLog, member, profile, scan } from '#test/club-history.ts'
import { openTestStore, storeKinds, type TestStore } from '#test/open-store.ts'
import { storedHistory } from '#test/store-contents.ts'
import { type Coverage, logCoverage } from './battle-logs.ts'
import { ingest } from './ingest.ts'

const club = (at: string, trophies: number) => scan(at, [member('#ADA', trophies), member('#M0', 2000)])

describe.each(storeKinds)('battle logs, ingested into the %s store,', (kind) => {
  let store: TestStore
  beforeAll(async () => {
    store = await openTestStore(kind)
  })
  afterAll(() => store.close())
  beforeEach(() => store.reset())

  const ingestEach = async (...answers: ObservedAnswer[]) => {
    for (const answer of answers) await ingest(store.db, [answer])
  }
  /** Ada's trophy changes of March: index 0 is its first day. */
  const changes = async () => {
    const months = await store.db.selectFrom('player_months').selectAll().where('player_tag', '=', '#ADA').execute()
    return months.find(({ month }) => month === '2026-03-01')?.changes
  }

  it('count two wins as two changes where two scans see one', async () => {
    await ingestEach(club('2026-03-01T08:00Z', 1000), club('2026-03-01T12:00Z', 1016))
    expect(await changes()).toEqual([1])
    const wins = [battle('2026-03-01T09:00Z', 8), battle('2026-03-01T10:00Z', 8)]
    await ingestEach(battleLog('2026-03-01T13:00Z', '#ADA', [battle('2026-03-01T07:00Z', 0), ...wins]))
    expect(await changes()).toEqual([2])
  })

  it('do not cover the last half hour until the next log comes', async () => {
    const old = battle('2026-03-01T07:00Z', 0)
    const wins = [battle('2026-03-01T09:00Z', 8), battle('2026-03-01T09:10Z', 8)]
    await ingestEach(club('2026-03-01T08:00Z', 1000), profile('2026-03-01T09:20Z', '#ADA', 1016))
    await ingestEach(battleLog('2026-03-01T09:20Z', '#ADA', [old, ...wins]))
    expect(await changes()).toEqual([1])
    await ingestEach(battleLog('2026-03-01T15:20Z', '#ADA', [old, ...wins]))
    expect(await changes()).toEqual([2])
  })

  it('change nothing when they are ingested again', async () => {
    await ingestEach(club('2026-03-01T08:00Z', 1000), club('2026-03-01T12:00Z', 1016))
    const log = battleLog('2026-03-01T13:00Z', '#ADA', [battle('2026-03-01T07:00Z', 8), battle('2026-03-01T09:00Z', 8)])
    await ingestEach(log)
    const before = await storedHistory(store.db)
    await ingestEach(log)
    expect(await storedHistory(store.db)).toEqual(before)
  })

  it('of two members store their common battle once, with the side of each', async () => {
    const together = { participants: ['#ADA', '#M0'] }
    const won = battle('2026-03-01T09:00Z', 8, together)
    const lost = battle('2026-03-01T09:00Z', -4, { ...together, brawlerId: 16000001 })
    await ingestEach(club('2026-03-01T08:00Z', 1000), battleLog('2026-03-01T10:00Z', '#ADA', [won]))
    await ingestEach(battleLog('2026-03-01T10:00Z', '#M0', [lost]))
    expect(await store.db.selectFrom('battles').select('participants').execute()).toEqual([together])
    const sides = await store.db.selectFrom('player_battles').selectAll().orderBy('player_tag').execute()
    expect(sides.map((side) => [side.player_tag, side.trophy_change])).toEqual([
      ['#ADA', 8],
      ['#M0', -4],
    ])
  })

  it('that are full of new battles leave a gap, over which changes count as one', async () => {
    await ingestEach(club('2026-03-01T08:00Z', 1000))
    await ingestEach(battleLog('2026-03-01T08:30Z', '#ADA', [battle('2026-03-01T08:20Z', 8)]))
    const many = Array.from({ length: 25 }, (_, index) => battle(`2026-03-01T1${index % 10}:${10 + index}Z`, 8))
    await ingestEach(club('2026-03-01T22:00Z', 1400), battleLog('2026-03-01T23:00Z', '#ADA', many))
    expect(await changes()).toEqual([1])
    const spans = await store.db.selectFrom('battle_log_coverage').select('overflow').orderBy('covered_from').execute()
    expect(spans.map(({ overflow }) => overflow)).toEqual([false, true])
  })

  it('count each battle on its own day, also on one without a scan', async () => {
    const days = ['2026-03-01T20:00Z', '2026-03-02T09:00Z', '2026-03-02T10:00Z', '2026-03-03T00:30Z']
    await ingestEach(club('2026-03-01T12:00Z', 1000), club('2026-03-03T12:00Z', 1032))
    expect(await changes()).toEqual([0, null, 1])
    const log = days.map((day) => battle(day, 8))
    await ingestEach(battleLog('2026-03-03T13:00Z', '#ADA', [battle('2026-03-01T11:00Z', 0), ...log]))
    expect(await changes()).toEqual([1, 2, 1])
  })

  it('add to the day before when a later scan and log cover it', async () => {
    const last = battle('2026-03-02T00:30Z', 8)
    const first = [battle('2026-03-01T19:00Z', 0), battle('2026-03-01T22:00Z', 8), last]
    await ingestEach(club('2026-03-01T20:00Z', 1000), battleLog('2026-03-02T00:40Z', '#ADA', first))
    await ingestEach(club('2026-03-02T01:00Z', 1016))
    expect(await changes()).toEqual([0, 1])
    const friendly = Array.from({ length: 24 }, (_, index) => battle(`2026-03-02T02:${10 + index}Z`, 0))
    await ingestEach(battleLog('2026-03-02T09:00Z', '#ADA', [last, ...friendly]))
    expect(await changes()).toEqual([1, 1])
  })

  it('count battles of the month before', async () => {
    await ingestEach(club('2026-02-28T12:00Z', 1000), club('2026-03-01T12:00Z', 1016))
    const log = [battle('2026-02-28T11:00Z', 0), battle('2026-02-28T23:59:59Z', 8), battle('2026-03-01T00:00Z', 8)]
    await ingestEach(battleLog('2026-03-01T13:00Z', '#ADA', log))
    const months = await store.db
      .selectFrom('player_months')
      .select('changes')
      .where('player_tag', '=', '#ADA')
      .orderBy('month')
      .execute()
    expect(months.map((month) => month.changes.at(-1))).toEqual([1, 1])
  })

  it('count play after the end of a season, but not the fall at its end', async () => {
    await ingestEach(
      club('2026-03-19T07:00Z', 60_000),
      club('2026-03-19T09:00Z', 57_000),
      club('2026-03-19T10:00Z', 56_990),
    )
    const before = await changes()
    expect(before?.[18]).toBe(1)
    await ingestEach(battleLog('2026-03-19T12:00Z', '#ADA', [battle('2026-03-19T09:30Z', -10)]))
    expect(await changes()).toEqual(before)
  })

  it('keep the change of a player who came back after the raw observations were dropped', async () => {
    await ingestEach(club('2025-09-01T12:00Z', 1000), club('2026-03-01T12:00Z', 1016))
    await store.db.deleteFrom('observations').where('observed_at', '<', new Date('2026-01-01')).execute()
    await ingestEach(battleLog('2026-03-01T13:00Z', '#ADA', [battle('2026-03-01T11:00Z', 8)]))
    expect(await changes()).toEqual([1])
  })
})

const at = (time: string) => new Date(`2026-03-02T${time}Z`)
const span = (from: string, to: string, overflow = false): Coverage => ({ from: at(from), to: at(to), overflow })

/** A log of so many battles, two minutes apart, the oldest at that time. */
function log(oldest: string, size: number): Battle[] {
  const battle = { eventId: 1, mode: 'brawlBall', map: null, type: 'ranked', result: null, rank: null, trophyChange: 8 }
  const rest = { durationSeconds: null, isLadder: true, starPlayer: null, brawlerId: null, brawlerName: null }
  return Array.from({ length: size }, (_, index) => ({
    ...battle,
    ...rest,
    brawlerTrophies: null,
    participants: [],
    key: `${index}`,
    battleTime: new Date(at(oldest).getTime() + index * 120_000),
  })).reverse()
}

describe('the time that a battle log covers', () => {
  it.each<[string, Battle[], string, Coverage | null, Coverage | null]>([
    // New battles take up to 30 minutes to appear, so the last half hour is open.
    ['begins with its oldest battle', log('08:00', 3), '12:00', null, span('08:00', '11:30')],
    ['ends with its newest battle where that is closer', log('11:50', 3), '12:00', null, span('11:50', '11:54')],
    ['is unknown for an empty log', [], '12:00', null, null],
    ['goes on where an empty log follows', [], '18:00', span('08:00', '11:30'), span('08:00', '17:30')],
    ['goes on where a log not full follows', log('15:00', 4), '18:00', span('08:00', '11:30'), span('08:00', '17:30')],
    [
      'goes on where a full log reaches back',
      log('11:30', 25),
      '18:00',
      span('08:00', '11:30'),
      span('08:00', '17:30'),
    ],
    [
      'has a gap where a full log does not',
      log('11:31', 25),
      '18:00',
      span('08:00', '11:30'),
      span('11:31', '17:30', true),
    ],
    [
      'has a gap though two of 25 are missing',
      log('14:00', 23),
      '18:00',
      span('08:00', '11:30'),
      span('14:00', '17:30', true),
    ],
    ['has no gap where the first log ever is full', log('11:00', 25), '18:00', null, span('11:00', '17:30')],
    [
      'keeps the mark of an earlier gap',
      log('17:00', 2),
      '18:00',
      span('12:00', '15:00', true),
      span('12:00', '17:30', true),
    ],
    [
      'does not shrink when an older log comes late',
      log('08:00', 3),
      '12:00',
      span('07:00', '17:30'),
      span('07:00', '17:30'),
    ],
  ])('%s', (_story, battles, readAt, before, expected) => {
    expect(logCoverage(battles, at(readAt), before)).toEqual(expected)
  })
})
