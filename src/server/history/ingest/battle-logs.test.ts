import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Battle, ObservedAnswer } from '#server/game/answers.ts'
import { calendarDay } from '#shared/days.ts'
import { CLUB_SEATS } from '#shared/limits.ts'
import { battle, battleLog, member, profile, scan, team } from '#test/club-history.ts'
import { openTestStore, storeKinds, type TestStore } from '#test/open-store.ts'
import { storedHistory } from '#test/store-contents.ts'
import { unpackBattle, unpackSides } from '../battles/unpack-battles.ts'
import { ingest } from './ingest.ts'
import { type Coverage, coverageOf, unionOf } from './played-days.ts'

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
  /** Ada's March: index 0 is its first day. */
  const march = async () => {
    const months = await store.db.selectFrom('player_months').selectAll().where('player_tag', '=', '#ADA').execute()
    return months.find(({ month }) => month === '2026-03-01')
  }
  const changes = async () => (await march())?.changes
  const estimated = async () => (await march())?.estimated
  const lastChange = async () => {
    const players = await store.db.selectFrom('players').select('changed_at').where('tag', '=', '#ADA').execute()
    return players[0]?.changed_at
  }

  it('count two wins where two scans estimate three', async () => {
    await ingestEach(club('2026-03-01T08:00Z', 1000), club('2026-03-01T12:00Z', 1016))
    expect(await changes()).toEqual([3])
    expect(await estimated()).toEqual([3])
    const wins = [battle('2026-03-01T09:00Z', 8), battle('2026-03-01T10:00Z', 8)]
    await ingestEach(battleLog('2026-03-01T13:00Z', '#ADA', [battle('2026-03-01T07:00Z', 0), ...wins]))
    expect(await changes()).toEqual([2])
    expect(await estimated()).toEqual([0])
    expect(await lastChange()).toEqual(new Date('2026-03-01T10:00Z'))
  })

  it('count the same when they come before the scans', async () => {
    const wins = [battle('2026-03-01T09:00Z', 8), battle('2026-03-01T10:00Z', 8)]
    await ingestEach(battleLog('2026-03-01T13:00Z', '#ADA', [battle('2026-03-01T07:00Z', 0), ...wins]))
    await ingestEach(club('2026-03-01T08:00Z', 1000), club('2026-03-01T12:00Z', 1016))
    expect(await changes()).toEqual([2])
    expect(await lastChange()).toEqual(new Date('2026-03-01T10:00Z'))
  })

  it('do not cover the last half hour until the next log comes', async () => {
    const old = battle('2026-03-01T07:00Z', 0)
    const wins = [battle('2026-03-01T09:00Z', 8), battle('2026-03-01T09:10Z', 8)]
    await ingestEach(club('2026-03-01T08:00Z', 1000), profile('2026-03-01T09:20Z', '#ADA', 1016))
    await ingestEach(battleLog('2026-03-01T09:20Z', '#ADA', [old, ...wins]))
    expect(await changes()).toEqual([3])
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
    const teams = [team('#ADA #BO'), team('#M0 #CY')]
    const won = battle('2026-03-01T09:00Z', 8, { teams, own: { team: 0, place: 0 }, star: 1 })
    const lost = battle('2026-03-01T09:00Z', -4, { teams, own: { team: 1, place: 0 }, star: 1 })
    await ingestEach(club('2026-03-01T08:00Z', 1000), battleLog('2026-03-01T10:00Z', '#ADA', [won]))
    const rows = () => store.db.selectFrom('battles').selectAll().execute()
    const [first] = await rows()
    // The first team has won. Only the first fighter's own log told it.
    expect(first).toMatchObject({ results: 0x21, owners: 0b0001 })
    await ingestEach(battleLog('2026-03-01T10:00Z', '#M0', [lost]))
    const [row, ...others] = await rows()
    expect(others).toEqual([])
    expect(row).toEqual({ ...first, owners: 0b0101 })
    expect(unpackBattle(row?.sides ?? Buffer.alloc(0))).toMatchObject({
      teams,
      star: 1,
      mode: 'brawlBall',
      type: 'ranked',
    })
    const sides = await store.db.selectFrom('player_battles').selectAll().orderBy('player_tag').execute()
    const told = sides.map(({ player_tag, day, sides }) => [player_tag, ...unpackSides(sides, Date.parse(day))])
    expect(told).toEqual([
      ['#ADA', expect.objectContaining({ trophyChange: 8, result: 'win', star: false, mates: ['#BO'] })],
      ['#M0', expect.objectContaining({ trophyChange: -4, result: 'loss', star: false, mates: ['#CY'] })],
    ])
  })

  it('that are full of new battles leave a gap, over which games are estimated', async () => {
    await ingestEach(club('2026-03-01T08:00Z', 1000))
    await ingestEach(battleLog('2026-03-01T08:30Z', '#ADA', [battle('2026-03-01T08:20Z', 8)]))
    const many = Array.from({ length: 25 }, (_, index) => battle(`2026-03-01T1${index % 10}:${10 + index}Z`, 8))
    await ingestEach(club('2026-03-01T22:00Z', 1400), battleLog('2026-03-01T23:00Z', '#ADA', many))
    // 400 trophies are 67 games, of which logs tell 26.
    expect([await changes(), await estimated()]).toEqual([[67], [41]])
    const spans = await store.db.selectFrom('battle_log_coverage').select('overflow').orderBy('covered_from').execute()
    expect(spans.map(({ overflow }) => overflow)).toEqual([false, true])
  })

  it('tell of a gap also when the log before it comes late', async () => {
    const full = (day: string) =>
      Array.from({ length: 25 }, (_, index) => battle(`2026-03-${day}T10:${10 + index}Z`, 8))
    await ingestEach(
      battleLog('2026-03-03T12:00Z', '#ADA', full('03')),
      battleLog('2026-03-01T12:00Z', '#ADA', full('01')),
    )
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
    expect(await changes()).toEqual([1, 3])
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

  it('count play after a reset of the club, but not what the reset took', async () => {
    const fallen = (at: string, ada: number, others: number) =>
      scan(at, [member('#ADA', ada), ...['#P0', '#P2', '#P8', '#P9'].map((tag) => member(tag, others))])
    await ingestEach(
      fallen('2026-03-05T07:00Z', 60_000, 50_000),
      fallen('2026-03-05T09:00Z', 57_000, 48_000),
      fallen('2026-03-05T10:00Z', 56_990, 48_000),
    )
    expect((await changes())?.[4]).toBe(2)
    const log = [battle('2026-03-05T06:00Z', 0), battle('2026-03-05T08:30Z', -40), battle('2026-03-05T09:30Z', -10)]
    await ingestEach(battleLog('2026-03-05T12:00Z', '#ADA', log))
    expect((await changes())?.[4]).toBe(2)
    expect((await estimated())?.[4]).toBe(0)
    const resets = await store.db.selectFrom('player_resets').selectAll().where('player_tag', '=', '#ADA').execute()
    expect(resets).toEqual([{ player_tag: '#ADA', day: '2026-03-05', trophies: -2960, club_tag: '#2PP' }])
    const ofClub = await store.db.selectFrom('club_resets').selectAll().execute()
    expect(ofClub).toEqual([{ club_tag: '#2PP', day: '2026-03-05', trophies: -10_960 }])
  })

  it('of several clubs count the same at once as one by one, also of a player who was away for weeks', async () => {
    const ofBob = (at: string, trophies: number) => scan(at, [member('#8B', trophies)], { tag: '#2QY' })
    const seen = [
      ...[club('2026-01-20T08:00Z', 1000), ofBob('2026-01-20T09:00Z', 500)],
      ...[club('2026-03-01T08:00Z', 1000), club('2026-03-01T12:00Z', 1016), ofBob('2026-03-01T12:30Z', 532)],
    ]
    const wins = (...times: string[]) => times.map((time) => battle(time, 8))
    const logs = [
      battleLog('2026-03-01T13:00Z', '#ADA', wins('2026-03-01T07:00Z', '2026-03-01T09:00Z', '2026-03-01T10:00Z')),
      battleLog('2026-03-01T13:10Z', '#8B', wins('2026-02-10T09:00Z', '2026-02-10T10:00Z', '2026-03-01T09:30Z')),
      battleLog('2026-03-01T13:20Z', '#M0', wins('2026-02-19T09:00Z')),
    ]
    await ingest(store.db, [...seen, ...logs])
    const atOnce = await storedHistory(store.db)
    const months = await store.db
      .selectFrom('player_months')
      .select('changes')
      .where('player_tag', '=', '#8B')
      .orderBy('month')
      .execute()
    expect(months.flatMap((month) => month.changes).filter((count) => count !== null && count > 0)).toEqual([2, 1])
    await store.reset()
    await ingestEach(...seen, ...logs)
    expect(await storedHistory(store.db)).toEqual(atOnce)
  })

  it('of more players without a club than a club has count for each of them', async () => {
    const tags = Array.from({ length: CLUB_SEATS + 1 }, (_, place) => `#P${place}`)
    const profiles = (at: string, trophies: number) => tags.map((tag) => profile(at, tag, trophies))
    const wins = ['07:00', '09:00', '10:00'].map((time) => battle(`2026-03-01T${time}Z`, 8))
    await ingest(store.db, [...profiles('2026-03-01T08:00Z', 1000), ...profiles('2026-03-01T12:00Z', 1016)])
    await ingest(
      store.db,
      tags.map((tag) => battleLog('2026-03-01T13:00Z', tag, wins)),
    )
    const months = await store.db.selectFrom('player_months').select(['changes', 'estimated']).execute()
    expect(months).toEqual(tags.map(() => ({ changes: [2], estimated: [0] })))
  })

  it('keep the games of a player who came back after the raw answers were dropped', async () => {
    await ingestEach(club('2025-09-01T12:00Z', 1000), club('2026-03-01T12:00Z', 1016))
    await store.db.deleteFrom('club_answers').where('day', '<', calendarDay('2026-01-01')).execute()
    await ingestEach(battleLog('2026-03-01T13:00Z', '#ADA', [battle('2026-03-01T11:00Z', 8)]))
    expect(await changes()).toEqual([1])
    expect(await lastChange()).toEqual(new Date('2026-03-01T12:00Z'))
  })
})

const at = (time: string) => new Date(`2026-03-02T${time}Z`)
const span = (from: string, to: string, isWhole = true): Coverage => ({ from: at(from), to: at(to), isWhole })

/** A log of so many battles, two minutes apart, the oldest at that time. */
function log(oldest: string, size: number): Battle[] {
  const times = Array.from({ length: size }, (_, index) => at(oldest).getTime() + index * 120_000)
  return times.map((time) => battle(new Date(time).toISOString(), 8)).reverse()
}

describe('the time that a battle log covers', () => {
  it.each<[string, Battle[], string, Coverage]>([
    // New battles take up to 30 minutes to appear, so the last half hour is open.
    ['begins with its oldest battle', log('08:00', 3), '12:00', span('08:00', '11:30')],
    ['ends with its newest battle where that is closer', log('11:50', 3), '12:00', span('11:50', '11:54')],
    ['has no length for an empty log, which tells that there were no battles', [], '12:00', span('11:30', '11:30')],
    ['may leave out battles before a full log', log('08:00', 25), '12:00', span('08:00', '11:30', false)],
    ['may leave out battles though two of 25 are missing', log('08:00', 23), '12:00', span('08:00', '11:30', false)],
    ['leaves out none where three of 25 are missing', log('08:00', 22), '12:00', span('08:00', '11:30')],
  ])('%s', (_story, battles, readAt, expected) => {
    expect(coverageOf(battles, at(readAt))).toEqual(expected)
  })

  const morning = span('08:00', '11:30')
  it.each<[string, Coverage[], Coverage[]]>([
    ['is that of one log', [morning], [morning]],
    ['goes on where an empty log follows', [morning, span('17:30', '17:30')], [span('08:00', '17:30')]],
    ['goes on where a log that is not full follows', [morning, span('15:00', '17:30')], [span('08:00', '17:30')]],
    ['goes on where a full log reaches back', [morning, span('11:30', '17:30', false)], [span('08:00', '17:30')]],
    [
      'has a gap where a full log does not',
      [morning, span('11:31', '17:30', false)],
      [morning, span('11:31', '17:30', false)],
    ],
    [
      'has no gap before a log that is not full, which names all battles that there were',
      [morning, span('12:00', '15:00', false), span('17:00', '17:30')],
      [span('08:00', '17:30')],
    ],
    ['does not shrink when a log lies within another', [span('07:00', '17:30'), morning], [span('07:00', '17:30')]],
    [
      'begins with the first log, though it was full',
      [span('08:00', '09:00', false), span('08:30', '11:00', false)],
      [span('08:00', '11:00', false)],
    ],
  ])('%s', (_story, spans, expected) => {
    expect(unionOf(spans)).toEqual(expected)
  })

  it('is the same in whatever order the logs come', () => {
    const anySpan = fc.tuple(fc.nat(600), fc.nat(90), fc.boolean()).map(([from, length, isWhole]): Coverage => {
      const start = at('08:00').getTime() + from * 60_000
      return { from: new Date(start), to: new Date(start + length * 60_000), isWhole }
    })
    const inOneOrderAndAnother = fc
      .array(anySpan, { maxLength: 8 })
      .chain((spans) => fc.tuple(fc.constant(spans), fc.shuffledSubarray(spans, { minLength: spans.length })))
    fc.assert(
      fc.property(inOneOrderAndAnother, ([spans, shuffled]) => {
        let oneByOne: Coverage[] = []
        for (const each of shuffled) oneByOne = unionOf([...oneByOne, each])
        expect(oneByOne).toEqual(unionOf(spans))
      }),
    )
  })
})
