import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ObservedAnswer } from '#server/game/answers.ts'
import { battle, battleLog, member, NO_RANKED, profile, scan } from '#test/club-history.ts'
import { openTestStore, storeKinds, type TestStore } from '#test/open-store.ts'
import { storedHistory } from '#test/store-contents.ts'
import { setAsideFuture } from './future-answers.ts'
import { ingest } from './ingest.ts'
import { replayDue } from './replay.ts'

const ada = (trophies: number) => member('#ADA', trophies)
const milo = member('#M0', 2000)
const NOW = new Date('2026-03-10T12:00Z')

const ranked = (rating: number) => ({
  ranked: { ...NO_RANKED, now: { tier: null, rating }, seasonBest: { tier: null, rating } },
})

const BEFORE = [
  scan('2026-03-08T08:00Z', [milo]),
  profile('2026-03-08T09:00Z', '#ADA', 990, ranked(3000)),
  scan('2026-03-09T08:00Z', [milo, ada(1000)]),
  scan('2026-03-10T08:00Z', [milo, ada(1030)]),
  profile('2026-03-10T09:00Z', '#ADA', 1040, ranked(3100)),
]

const AHEAD = [
  scan('2026-03-10T15:00Z', [milo, ada(1050)]),
  scan('2026-03-11T08:00Z', [ada(1060)]),
  profile('2026-03-12T09:00Z', '#ADA', 1060, ranked(9000)),
  profile('2027-01-10T09:00Z', '#ADA', 1090),
  scan('2027-01-10T10:00Z', [milo, ada(1100)]),
]

const AFTER = [scan('2026-03-10T12:30Z', [milo, ada(1070)]), scan('2026-03-11T12:30Z', [milo, ada(1080)])]

describe.each(storeKinds)('answers that a clock which was ahead left in the %s store', (kind) => {
  let store: TestStore
  beforeAll(async () => {
    store = await openTestStore(kind)
  })
  afterAll(() => store.close())
  beforeEach(() => store.reset())

  const ingestEach = async (answers: readonly ObservedAnswer[]) => {
    for (const answer of answers) await ingest(store.db, [answer])
    await replayDue(store.db)
  }
  /** The club and its members, without the numbers of scans, which are not counted again. */
  const known = async () => {
    const { clubs, players, club_members, club_answers, player_answers, player_resets } = await storedHistory(store.db)
    const months = await store.db
      .selectFrom('player_months')
      .select(['player_tag', 'month', 'trophies', 'changes', 'ladder'])
      .orderBy('player_tag')
      .orderBy('month')
      .execute()
    const ofClub = await store.db.selectFrom('club_months').select(['month', 'trophies', 'members']).execute()
    return { clubs, players, club_members, club_answers, player_answers, player_resets, months, ofClub }
  }

  it('are set aside, and newer answers count again', async () => {
    const log = battleLog('2026-03-10T11:30Z', '#ADA', [battle('2026-03-10T10:00Z', 8)])
    await ingestEach([...BEFORE, log, ...AFTER])
    const expected = await known()
    await store.reset()
    await ingestEach([...BEFORE, log, ...AHEAD])
    expect(await setAsideFuture(store.db, NOW)).toBe(5)
    await replayDue(store.db)
    expect(await setAsideFuture(store.db, NOW)).toBe(0)
    await ingestEach(AFTER)
    expect(await known()).toEqual(expected)
  })

  it('cover no time that has not come', async () => {
    await ingestEach([...BEFORE, battleLog('2026-03-11T15:30Z', '#ADA', [battle('2026-03-10T10:00Z', 8)]), ...AHEAD])
    await setAsideFuture(store.db, NOW)
    const spans = await store.db.selectFrom('battle_log_coverage').select('covered_to').execute()
    expect(spans).toEqual([{ covered_to: NOW }])
  })

  it('are not what is less than an hour ahead: the clocks of two machines differ', async () => {
    await ingestEach([scan('2026-03-10T12:59Z', [milo])])
    expect(await setAsideFuture(store.db, NOW)).toBe(0)
  })

  it('leave lists that count again from now on', async () => {
    const listed = (at: string, name: string): ObservedAnswer[] => [
      {
        kind: 'brawlers',
        observedAt: new Date(at),
        body: [{ id: 1, name, gadgets: [], starPowers: [], hyperCharges: [] }],
      },
      { kind: 'gamemodes', observedAt: new Date(at), body: [{ id: 1, name }] },
    ]
    await ingestEach([...AHEAD, ...listed('2027-01-10T10:00Z', 'OLD')])
    await setAsideFuture(store.db, NOW)
    await ingestEach(listed('2026-03-10T13:00Z', 'NEW'))
    for (const table of ['brawlers', 'game_modes'] as const) {
      expect(await store.db.selectFrom(table).select('name').execute()).toEqual([{ name: 'NEW' }])
    }
  })

  it('leave the club where nothing else is known of it, so that it is read from now on', async () => {
    await ingestEach([scan('2027-01-10T10:00Z', [milo, ada(1000)])])
    expect(await setAsideFuture(store.db, NOW)).toBe(1)
    await ingestEach(AFTER)
    const club = await store.db.selectFrom('clubs').selectAll().executeTakeFirstOrThrow()
    expect(club).toMatchObject({ trophies: 3080, observed_at: AFTER[1]?.observedAt })
  })
})
