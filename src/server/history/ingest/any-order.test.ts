import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeSetting } from '#server/database/settings.ts'
import type { ObservedAnswer } from '#server/game/answers.ts'
import { calendarDay } from '#shared/days.ts'
import { battle, battleLog, member, NO_RANKED, ownedBrawler, profile, scan } from '#test/club-history.ts'
import { openTestStore, storeKinds, type TestStore } from '#test/open-store.ts'
import { anyHistory } from '#test/recomputed-history.ts'
import { storedHistory } from '#test/store-contents.ts'
import { ingest } from './ingest.ts'
import { unpackRecords } from './player-records.ts'
import { rebuildHistory, replayDue } from './replay.ts'

/** Answers in any order, cut into any number of calls. */
const anyCalls = anyHistory.chain((answers) =>
  fc
    .tuple(
      fc.shuffledSubarray(answers, { minLength: answers.length, maxLength: answers.length }),
      fc.array(fc.integer({ min: 1, max: 8 }), { minLength: answers.length, maxLength: answers.length }),
    )
    .map(([shuffled, sizes]) => {
      const calls: ObservedAnswer[][] = []
      let from = 0
      for (const size of sizes) {
        if (from < shuffled.length) calls.push(shuffled.slice(from, from + size))
        from += size
      }
      return { answers, calls }
    }),
)

describe.each(storeKinds)('the history in the %s store', (kind) => {
  let store: TestStore
  beforeAll(async () => {
    store = await openTestStore(kind)
  })
  afterAll(() => store.close())

  it('is the same whatever the order in which answers come', async () => {
    const check = async ({ answers, calls }: typeof anyCalls extends fc.Arbitrary<infer T> ? T : never) => {
      await store.reset()
      await ingest(store.db, answers)
      const inOrder = await storedHistory(store.db)
      await store.reset()
      for (const call of calls) await ingest(store.db, call)
      await replayDue(store.db)
      expect(await storedHistory(store.db)).toEqual(inOrder)
    }
    await fc.assert(fc.asyncProperty(anyCalls, check), { numRuns: 12 })
  }, 120_000)

  it('is the same when the list that does not name a player comes last', async () => {
    const others = Array.from({ length: 6 }, (_, place) => member(`#M${place}`, 1000 + place))
    const all = [...others, member('#ADA', 5000)]
    const [first, second, without, back] = [
      scan('2026-03-01T08:00Z', all),
      scan('2026-03-01T12:00Z', all),
      scan('2026-03-01T16:00Z', others),
      scan('2026-03-01T20:00Z', all),
    ]
    await store.reset()
    await ingest(store.db, [first, second, without, back])
    const inOrder = await storedHistory(store.db)
    await store.reset()
    for (const each of [first, second, back, without]) await ingest(store.db, [each])
    await replayDue(store.db)
    expect(await storedHistory(store.db)).toEqual(inOrder)
  })

  it('keeps the games of a day whose look before lies weeks back, when the day is counted again', async () => {
    const club = (of: number) => Array.from({ length: 7 }, (_, place) => member(`#M${place}`, of + place))
    const answers = [
      scan('2026-02-26T08:00Z', [...club(5000), member('#ADA', 5000)]),
      scan('2026-03-02T08:00Z', club(5000)),
      scan('2026-03-09T05:00Z', [...club(5000), member('#ADA', 5034)]),
      scan('2026-03-09T15:00Z', [...club(5000), member('#ADA', 5052)]),
      // A season's end takes 90 from everybody.
      scan('2026-03-10T05:00Z', [...club(4910), member('#ADA', 4962)]),
    ]
    await store.reset()
    for (const answer of answers) await ingest(store.db, [answer])
    const kept = await storedHistory(store.db)
    await rebuildHistory(store.db)
    expect(await storedHistory(store.db)).toEqual(kept)
  })

  it('forgets what a list told that is held back once an older list is known', async () => {
    const club = (of: number) => Array.from({ length: 6 }, (_, place) => member(`#M${place}`, of + place))
    const [usual, halved, later] = [
      scan('2026-03-01T08:00Z', club(5000)),
      scan('2026-03-02T08:00Z', club(1000)),
      scan('2026-03-03T08:00Z', club(5000)),
    ]
    await store.reset()
    await ingest(store.db, [usual, halved, later])
    const inOrder = await storedHistory(store.db)
    await store.reset()
    for (const each of [halved, usual, later]) await ingest(store.db, [each])
    await replayDue(store.db)
    expect(await storedHistory(store.db)).toEqual(inOrder)
  })

  it('adds to a club what its members lose to a reset, also to one before they are known as members', async () => {
    const club = (lost: number) =>
      Array.from({ length: 7 }, (_, place) => member(place === 0 ? '#ADA' : `#M${place}`, 5000 - lost))
    const brawlers = (of: number) => [ownedBrawler(1, of), ownedBrawler(2, of)]
    const answers = [
      profile('2026-02-23T08:00Z', '#ADA', 5000, { brawlers: brawlers(1060) }),
      battleLog('2026-02-23T09:00Z', '#ADA', [battle('2026-02-23T08:30Z', 8)]),
      scan('2026-03-01T08:00Z', club(0)),
      profile('2026-03-02T08:00Z', '#ADA', 5000, { brawlers: brawlers(1000) }),
      scan('2026-03-02T12:00Z', club(90)),
    ] as const
    const [seen, played, before, taken, after] = answers
    for (const calls of [answers, [taken, seen, played, before, after], answers.toReversed()]) {
      await store.reset()
      for (const call of calls) await ingest(store.db, [call])
      await replayDue(store.db)
      const resets = await store.db.selectFrom('club_resets').select(['day', 'trophies']).execute()
      // Ada: 2 x 60 by her profiles, and 90 by the list.
      expect(resets).toEqual([{ day: '2026-03-02', trophies: -(120 + 7 * 90) }])
    }
  })

  it('is the same when scans of one club come in at the same time', async () => {
    const members = Array.from({ length: 6 }, (_, place) => member(`#M${place}`, 1000 + place))
    const scans = members.map((_, place) => scan(`2026-03-01T08:0${place}Z`, members.slice(0, place + 1)))
    await store.reset()
    for (const each of scans) await ingest(store.db, [each])
    const inOrder = await storedHistory(store.db)
    for (let round = 0; round < 5; round++) {
      await store.reset()
      await ingest(store.db, scans.slice(0, 1))
      await Promise.all(scans.slice(1).map((each) => ingest(store.db, [each])))
      await replayDue(store.db)
      expect(await storedHistory(store.db)).toEqual(inOrder)
    }
  })

  it('keeps the days of dropped raw answers when a dump brings the first answer back', async () => {
    const club = (of: number) => [member('#MILO', 2000), member('#ADA', of)]
    const first = scan('2026-03-01T08:00Z', club(1000))
    await store.reset()
    await ingest(store.db, [first, scan('2026-03-04T08:00Z', club(1060)), scan('2026-03-20T08:00Z', club(1072))])
    await store.db.deleteFrom('club_answers').where('day', '<', calendarDay('2026-03-09')).execute()
    await writeSetting(store.db, 'raw_history', { since: calendarDay('2026-03-09') })
    const read = async () => ({
      months: await store.db
        .selectFrom('player_months')
        .select(['trophies', 'changes'])
        .orderBy('player_tag')
        .execute(),
      events: (await storedHistory(store.db)).roster_events,
    })
    const before = await read()
    await ingest(store.db, [first])
    await replayDue(store.db)
    expect(await read()).toEqual(before)
  })

  const bestOf = async () => {
    const { records } = await store.db.selectFrom('player_profiles').select('records').executeTakeFirstOrThrow()
    return unpackRecords(records).best
  }
  const rated = (day: number, season: number, rating: number) => {
    const now = { tier: 'PRO', rating }
    return profile(`2026-08-0${day}T08:00Z`, '#ADA', 5000, {
      ranked: { ...NO_RANKED, season, now, seasonBest: now, best: now },
    })
  }

  it.each([
    ['a rating of 30,000, which nobody can have', rated(2, 48, 30_000)],
    ['a season that goes back', rated(2, 47, 9000)],
  ])('keeps no best of a profile that is set aside: %s', async (_story, wrong) => {
    const [first, last] = [rated(1, 48, 5000), rated(3, 48, 5100)]
    const best = { tier: 'PRO', rating: 5100, on: '2026-08-03' }
    for (const calls of [
      [first, wrong, last],
      [first, last, wrong],
      [wrong, last, first],
      [last, wrong, first],
    ]) {
      await store.reset()
      for (const call of calls) await ingest(store.db, [call])
      await replayDue(store.db)
      expect(await bestOf()).toEqual(best)
      await rebuildHistory(store.db)
      expect(await bestOf()).toEqual(best)
    }
  })

  it('believes a lower season again on the third day, whatever the order in which profiles come', async () => {
    const days = [rated(1, 48, 5000), rated(2, 49, 5000), ...[3, 4, 5].map((day) => rated(day, 48, 5000 + day))]
    const best = { tier: 'PRO', rating: 5005, on: '2026-08-05' }
    for (const calls of [days, days.toReversed(), [...days.slice(2), ...days]]) {
      await store.reset()
      for (const call of calls) await ingest(store.db, [call])
      await replayDue(store.db)
      expect(await bestOf()).toEqual(best)
    }
  })

  it('is not changed by the same answers again, nor by a rebuild', async () => {
    const check = async (answers: ObservedAnswer[]) => {
      await store.reset()
      for (const answer of answers) await ingest(store.db, [answer])
      const before = await storedHistory(store.db)
      await ingest(store.db, answers)
      expect(await storedHistory(store.db)).toEqual(before)
      await rebuildHistory(store.db)
      expect(await storedHistory(store.db)).toEqual(before)
    }
    await fc.assert(fc.asyncProperty(anyHistory, check), { numRuns: 12 })
  }, 120_000)
})
